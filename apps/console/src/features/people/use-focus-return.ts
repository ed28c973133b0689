import { type RefObject, useEffect, useRef } from "react";

/** Where a form that had the focus is gone, the first button of its section has it. */
export function useFocusReturn(isOpen: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      section.current?.querySelector("button")?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return section;
}
