import type { ReactNode } from "react";

import styles from "./VisuallyHidden.module.css";

/** Words that only screen readers meet. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles["hidden"]}>{children}</span>;
}

/** Stands from the first paint and is empty until there is something to say [AX2]. */
export function LiveRegion({ urgent = false, words }: { urgent?: boolean; words: string }) {
  return (
    <div
      className={styles["hidden"]}
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      aria-atomic="true"
    >
      {words}
    </div>
  );
}
