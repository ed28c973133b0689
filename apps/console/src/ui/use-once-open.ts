import { useState } from "react";

/** Returns true from the first opening on: the part then stays mounted, and returns the focus. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
  }
  return wasOpen;
}
