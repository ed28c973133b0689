import type { ReactNode } from "react";
import styles from "./VisuallyHidden.module.css";

/** Words that only screen readers meet. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles["hidden"]}>{children}</span>
);

/** Stands from the first paint and is empty until there is something to say [AX2]. */
export const LiveRegion = ({ urgent = false, words }: { urgent?: boolean; words: string }) => (
  <div
    className={styles["hidden"]}
    role={urgent ? "alert" : "status"}
    aria-live={urgent ? "assertive" : "polite"}
    aria-atomic="true"
  >
    {words}
  </div>
);
