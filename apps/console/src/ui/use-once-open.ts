import { useState } from "react";

/** True from the first opening on: what is fetched then stays, and gives the focus back. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
  }
  return wasOpen;
}
