import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";

import { limitWidth, type TableLayoutView } from "./table-layout.ts";

const STEP_PX = 16;
const steps: Record<string, number> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

interface Drag {
  x: number;
  widths: Record<string, number>;
}

/** Moves the edge of a column by dragging or arrow keys; other columns keep their width. */
export function useColumnWidth(
  column: string,
  { layout, show, save }: TableLayoutView,
  head: RefObject<HTMLTableRowElement | null>,
) {
  const drag = useRef<Drag | null>(null);
  function resize(widths: Record<string, number>, byPx: number) {
    const px = limitWidth((widths[column] ?? 0) + byPx);
    show({ ...layout, widths: { ...widths, [column]: px } });
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, widths: measure(head.current) };
    },
    onPointerMove: ({ clientX }: PointerEvent<HTMLElement>) => {
      if (drag.current !== null) {
        resize(drag.current.widths, clientX - drag.current.x);
      }
    },
    onPointerUp: () => {
      drag.current = null;
      save(layout);
    },
    onPointerCancel: () => {
      drag.current = null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key];
      if (step !== undefined) {
        event.preventDefault();
        resize(measure(head.current), step);
      }
    },
    onKeyUp: ({ key }: KeyboardEvent<HTMLElement>) => {
      if (key in steps) {
        save(layout);
      }
    },
  };
}

function measure(head: HTMLTableRowElement | null): Record<string, number> {
  const cells = [...(head?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
  return Object.fromEntries(
    cells.map((cell) => [cell.dataset["column"] ?? "", limitWidth(cell.offsetWidth)]),
  );
}
