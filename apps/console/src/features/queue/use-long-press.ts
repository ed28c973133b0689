import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";

import type { RowEvents } from "./use-row-events.ts";

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls the list. */
const STILL_PX = 10;

interface Press {
  id: string;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Opens the menu of a row for a finger that stays on it, because a finger has no second button. */
export function useLongPress(menu: RowEvents["menu"]) {
  const press = useRef<Press | null>(null);
  const hasOpened = useRef(false);
  const handlers = useMemo(() => {
    function cancel(): void {
      clearTimeout(press.current?.timer);
      press.current = null;
    }
    return {
      onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
        hasOpened.current = false;
        const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
        const id = row?.dataset["row"];
        if (pointerType !== "touch" || id === undefined) {
          return;
        }
        const timer = setTimeout(() => {
          press.current = null;
          hasOpened.current = true;
          menu(id, { getBoundingClientRect: () => new DOMRect(x, y) });
        }, LONG_PRESS_MS);
        press.current = { id, x, y, timer };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x, y } = press.current ?? { x: clientX, y: clientY };
        if (Math.hypot(clientX - x, clientY - y) > STILL_PX) {
          cancel();
        }
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      /** The click that some browsers send at the end of a long press must not open the caller. */
      onClickCapture(event: MouseEvent) {
        if (hasOpened.current) {
          hasOpened.current = false;
          event.stopPropagation();
        }
      },
    };
  }, [menu]);
  useEffect(() => handlers.onPointerCancel, [handlers]);
  return handlers;
}
