import { useEffect, useState } from "react";

/** Returns true when `on` has lasted for `delayMs`, so that quick work shows no sign. */
export function useDelayed(on: boolean, delayMs = 400): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!on) {
      return;
    }
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [on, delayMs]);
  return on && passed;
}
