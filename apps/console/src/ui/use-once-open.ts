import { useState } from "react";

/**
 * Returns true from the first opening on. The part then stays mounted, so that it can return the
 * focus.
 */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
  }
  return wasOpen;
}
