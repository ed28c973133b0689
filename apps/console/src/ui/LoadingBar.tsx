import styles from "./LoadingBar.module.css";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

/** Thin and full-width; there only while a route change is in progress [SH2]. */
export const LoadingBar = ({ active, label }: { active: boolean; label: string }) =>
  active ? (
    <div className={styles["bar"]}>
      <VisuallyHidden>
        <progress aria-label={label} />
      </VisuallyHidden>
      <div className={styles["run"]} />
    </div>
  ) : null;
