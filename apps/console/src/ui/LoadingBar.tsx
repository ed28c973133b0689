import { VisuallyHidden } from "./VisuallyHidden.tsx";

import styles from "./LoadingBar.module.css";

/** Thin and full-width; there only while a route change is in progress. */
export function LoadingBar({ active, label }: { active: boolean; label: string }) {
  return active ? (
    <div className={styles["bar"]}>
      <VisuallyHidden>
        <progress aria-label={label} />
      </VisuallyHidden>
      <div className={styles["run"]} />
    </div>
  ) : null;
}
