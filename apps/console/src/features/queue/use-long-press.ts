import { type MouseEvent, type PointerEvent, useMemo, useRef } from "react";

import type { RowEvents } from "./use-row-events.ts";

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls the list. */
const STILL_PX = 10;

interface Press {
  id: string;
  x: number;
  y: number;
  at: number;
}

/**
 * Opens the menu of a row after a long press, because a finger has no second button. The menu opens
 * when the finger leaves: an earlier menu would treat the end of the press as a press beside it.
 */
export function useLongPress(menu: RowEvents["menu"]) {
  const press = useRef<Press | null>(null);
  const isTouch = useRef(false);
  const hasOpened = useRef(false);
  return useMemo(() => {
    function cancel(): void {
      press.current = null;
    }
    return {
      onPointerDown({ target, pointerType, clientX: x, clientY: y, timeStamp: at }: PointerEvent) {
        const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
        const id = row?.dataset["row"];
        hasOpened.current = false;
        isTouch.current = pointerType === "touch";
        press.current = isTouch.current && id !== undefined ? { id, x, y, at } : null;
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x, y } = press.current ?? { x: clientX, y: clientY };
        if (Math.hypot(clientX - x, clientY - y) > STILL_PX) {
          cancel();
        }
      },
      onPointerCancel: cancel,
      onPointerUp({ timeStamp }: PointerEvent) {
        const held = press.current;
        cancel();
        if (held !== null && timeStamp - held.at >= LONG_PRESS_MS) {
          hasOpened.current = true;
          const at = new DOMRect(held.x, held.y);
          // The browser's mouse events of this press come first, so that they do not close the menu.
          setTimeout(() => menu(held.id, { getBoundingClientRect: () => at }));
        }
      },
      /** The browser's own menu event of a long press comes before the finger leaves. */
      onContextMenuCapture(event: MouseEvent) {
        if (isTouch.current) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      /** The click at the end of a long press must not open the caller. */
      onClickCapture(event: MouseEvent) {
        if (hasOpened.current) {
          hasOpened.current = false;
          event.stopPropagation();
        }
      },
    };
  }, [menu]);
}
