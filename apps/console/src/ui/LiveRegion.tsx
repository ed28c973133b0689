import styles from "./VisuallyHidden.module.css";

interface LiveRegionProps {
  urgent?: boolean;
  words: string;
  /** The number of announcements: equal words are read again only when it changes. */
  count?: number;
}

/** Announces words to screen readers; exists from the first paint, and is empty until then. */
export function LiveRegion({ urgent = false, words, count = 1 }: LiveRegionProps) {
  return (
    <div
      className={styles["hidden"]}
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      aria-atomic="true"
    >
      {words === "" || count % 2 === 1 ? words : `${words}\u00A0`}
    </div>
  );
}
