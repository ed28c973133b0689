import styles from "./VisuallyHidden.module.css";

interface LiveRegionProps {
  urgent?: boolean;
  words: string;
  /** The number of announcements. The same words are read again only when this number changes. */
  count?: number;
}

/**
 * Announces words to screen readers. Render it from the first paint, with empty `words` until there
 * is something to announce.
 */
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
