import { type RefObject, useEffect, useRef } from "react";

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
