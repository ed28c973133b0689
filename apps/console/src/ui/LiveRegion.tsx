import styles from "./VisuallyHidden.module.css";

interface LiveRegionProps {
  urgent?: boolean;
  words: string;
  /** How often something was announced: the same words are read again only where they differ. */
  count?: number;
}

/** Stands from the first paint and is empty until there is something to say. */
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
