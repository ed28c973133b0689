import styles from "./KeyCap.module.css";

interface KeyCapProps {
  keys: string;
  /** Stands by itself: then screen readers read it. On a button `aria-keyshortcuts` says it. */
  plain?: boolean;
}

export function KeyCap({ keys, plain = false }: KeyCapProps) {
  return (
    <kbd className={styles["cap"]} aria-hidden={plain ? undefined : "true"}>
      {keys}
    </kbd>
  );
}
