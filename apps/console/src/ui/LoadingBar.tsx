import { VisuallyHidden } from "./VisuallyHidden.tsx";

import styles from "./LoadingBar.module.css";

/** Shows a thin, full-width bar, only during a route change. */
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
