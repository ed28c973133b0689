import styles from "./VisuallyHidden.module.css";

interface LiveRegionProps {
  urgent?: boolean;
  words: string;
  /** The number of announcements: equal words are read again only when it changes. */
  count?: number;
}

/** A live region that exists from the first paint, and is empty until it has an announcement. */
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
