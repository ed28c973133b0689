import { useEffect, useRef } from "react";

import styles from "./Meter.module.css";

/** Twenty times a second is smooth to the eye and costs little. */
const READ_EVERY_MS = 50;

interface MeterProps {
  readLevel: () => number;
  /** Marks the target band of speech. */
  band?: boolean;
  wide?: boolean;
}

/** Shows a sound level, only visually. It changes the element directly, without a React render. */
export function Meter({ readLevel, band = false, wide = false }: MeterProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function draw() {
      const level = Math.min(1, Math.max(0, readLevel()));
      if (bar.current !== null) {
        bar.current.style.transform = `scaleX(${level.toFixed(3)})`;
      }
    }
    draw();
    const timer = setInterval(draw, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [readLevel]);
  return (
    <div
      className={styles["meter"]}
      data-meter=""
      aria-hidden="true"
      data-band={band || undefined}
      data-wide={wide || undefined}
    >
      <div ref={bar} className={styles["bar"]} />
    </div>
  );
}
