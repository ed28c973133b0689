import { cloneElement, type KeyboardEvent, type ReactElement, useState } from "react";

interface OpenerOptions {
  trigger: ReactElement | undefined;
  /** The state that a parent sets; when omitted, only the button opens and closes the popup. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  popup: "menu" | "dialog";
}

interface Opener {
  button: ReactElement | null;
  open: boolean;
  /**
   * `at` is the pressed element. A press on the own button is ignored, because it closes the popup.
   */
  close: (at: EventTarget | null) => void;
  element: HTMLElement | null;
}

export function useOpener({ trigger, popup, ...options }: OpenerOptions): Opener {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isOwnOpen, setOwnOpen] = useState(false);
  const open = options.open ?? isOwnOpen;
  function change(next: boolean): void {
    setOwnOpen(next);
    options.onOpenChange?.(next);
  }
  function openByArrow(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" && popup === "menu") {
      event.preventDefault();
      change(true);
    }
  }
  return {
    button:
      trigger === undefined
        ? null
        : cloneElement(trigger as ReactElement<Record<string, unknown>>, {
            ref: setElement,
            "aria-haspopup": popup,
            "aria-expanded": open,
            onClick: () => change(!open),
            onKeyDown: openByArrow,
          }),
    open,
    close(at) {
      if (!(at instanceof Node && element?.contains(at) === true)) {
        change(false);
      }
    },
    element,
  };
}
