import { useEffect, useState } from "react";

/** True once `on` has stood for `delayMs`: what is quick shows no sign of work. */
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
