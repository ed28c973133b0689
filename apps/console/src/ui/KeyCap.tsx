import { useShownKeys } from "./keys/KeyboardProvider.tsx";
import { useKeyNames } from "./keys/use-key-names.ts";

import styles from "./KeyCap.module.css";

interface KeyCapProps {
  keys: string;
  /** Stands by itself: then screen readers read it. On a button `aria-keyshortcuts` says it. */
  plain?: boolean;
}

/** Shows the key that the person has chosen [KY37]; one that does not work has no cap [KY18]. */
export function KeyCap({ keys, plain = false }: KeyCapProps) {
  const shown = useShownKeys(keys);
  const nameKeys = useKeyNames();
  return shown === null ? null : (
    <kbd className={styles["cap"]} aria-hidden={plain ? undefined : "true"}>
      {nameKeys(shown)}
    </kbd>
  );
}
