import { useEffect, useState } from "react";

/**
 * The value as it is drawn: where `isLate` says so, a frame after all else that has come with it,
 * since one frame has not the time for both.
 */
export function useFrameLater<Value>(value: Value, isLate: () => boolean): Value {
  const [drawn, draw] = useState(value);
  const waits = value !== drawn && isLate();
  if (value !== drawn && !waits) {
    draw(value);
  }
  useEffect(() => {
    if (!waits) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => draw(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [waits, value]);
  return waits ? drawn : value;
}
