import { useAreSingleKeysOn } from "./keys/KeyboardProvider.tsx";
import { shownKeys } from "./keys/shown-keys.ts";

import styles from "./KeyCap.module.css";

interface KeyCapProps {
  keys: string;
  /** Stands by itself: then screen readers read it. On a button `aria-keyshortcuts` says it. */
  plain?: boolean;
}

/** A key that does not work has no cap [KY18]. */
export function KeyCap({ keys, plain = false }: KeyCapProps) {
  const shown = shownKeys(keys, useAreSingleKeysOn());
  return shown === null ? null : (
    <kbd className={styles["cap"]} aria-hidden={plain ? undefined : "true"}>
      {shown}
    </kbd>
  );
}
