import { VisuallyHidden } from "./VisuallyHidden.tsx";

import styles from "./LoadingBar.module.css";

/** A thin, full-width bar that is shown only during a route change. */
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
