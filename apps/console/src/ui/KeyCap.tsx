import type { ShownShortcut } from "./keys/command.ts";
import { useShownKeys } from "./keys/KeyboardProvider.tsx";
import { describeKeys } from "./keys/spell-keys.ts";
import { useKeyNames } from "./keys/use-key-names.ts";

import styles from "./KeyCap.module.css";

/**
 * Shows a key cap in a text or list. Screen readers read it, because the name of a button does not
 * contain the key.
 */
export function KeyCap({ label }: { label: string }) {
  const nameKeys = useKeyNames();
  return <kbd className={styles["cap"]}>{nameKeys(label)}</kbd>;
}

/** Shows the key of a button; if it has no working key, nothing. */
export function ShortcutCap({ shortcut }: { shortcut: ShownShortcut }) {
  const keys = useShownKeys(shortcut);
  const nameKeys = useKeyNames();
  const { times = 1 } = shortcut;
  return keys === null || times === 0 ? null : (
    <kbd className={styles["cap"]} aria-hidden="true">
      {Array(times)
        .fill(nameKeys(describeKeys(keys)))
        .join(" ")}
    </kbd>
  );
}
