import styles from "./VisuallyHidden.module.css";

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
