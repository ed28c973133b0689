import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { findBinding, findClash } from "../../ui/keys/bind-shortcuts.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useKeyboardLayout } from "../../ui/keys/KeyboardProvider.tsx";
import { normalizeKeys } from "../../ui/keys/read-press.ts";
import {
  chooseRefusal,
  describeKeys,
  isTakenByFirefox,
  spellKeys,
} from "../../ui/keys/spell-keys.ts";
import { useKeyNames } from "../../ui/keys/use-key-names.ts";

import styles from "./ShortcutSettings.module.css";

interface ShortcutRowProps {
  action: Command;
  bound: readonly Command[];
  /** The chosen key; undefined for the default. */
  chosen: string | undefined;
  change: (changes: Record<string, string | null>) => void;
}

type Asking =
  | { type: "no" }
  | { type: "key" }
  | { type: "refused"; words: string }
  | { type: "clash"; keys: string; other: Command };

function useKeyChoice({ action, bound, change }: Omit<ShortcutRowProps, "chosen">) {
  const t = useTranslations("settings");
  const nameKeys = useKeyNames();
  const layout = useKeyboardLayout();
  const [asking, setAsking] = useState<Asking>({ type: "no" });
  function take(keys: string, other: Command | null) {
    const isDefault = action.keys.some((key) => normalizeKeys(key) === normalizeKeys(keys));
    change({
      [findBinding(action)]: isDefault ? null : keys,
      ...(other === null ? {} : { [findBinding(other)]: "" }),
    });
    setAsking({ type: "no" });
  }
  function handleKey(event: React.KeyboardEvent) {
    if (asking.type !== "key") {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const keys = spellKeys(event.nativeEvent, layout);
    if (event.key === "Escape") {
      setAsking({ type: "no" });
    } else if (keys !== null && !event.repeat) {
      judge(keys);
    }
  }
  function judge(keys: string) {
    const refusal = chooseRefusal(keys, action);
    if (refusal !== null) {
      const words = t(`refused.${refusal}`, { keys: nameKeys(describeKeys(keys)) });
      return setAsking({ type: "refused", words });
    }
    const other = findClash(bound, action, keys);
    return other === null ? take(keys, null) : setAsking({ type: "clash", keys, other });
  }
  /** Asks first if another action has the default key now. */
  function reset() {
    const clash = action.keys
      .map((keys) => ({ keys, other: findClash(bound, action, keys) }))
      .find(({ other }) => other !== null);
    if (clash === undefined || clash.other === null) {
      return change({ [findBinding(action)]: null });
    }
    return setAsking({ type: "clash", keys: clash.keys, other: clash.other });
  }
  return { asking, setAsking, take, handleKey, reset };
}

export function ShortcutRow({ action, bound, chosen, change }: ShortcutRowProps) {
  const t = useTranslations("settings");
  const nameKeys = useKeyNames();
  const note = useId();
  const now = bound.find(({ id }) => id === action.id) ?? action;
  const label = now.keyLabel === "" ? t("noKey") : nameKeys(now.keyLabel);
  const { asking, setAsking, take, handleKey, reset } = useKeyChoice({ action, bound, change });
  const isFirefoxs = now.keys.some((keys) => isTakenByFirefox(keys, navigator.userAgent));
  return (
    <li className={styles["row"]}>
      <span>{action.label}</span>
      <Button
        className={styles["key"]}
        aria-label={t(asking.type === "key" ? "pressFor" : "keyOf", {
          action: action.label,
          key: label,
        })}
        aria-pressed={asking.type === "key"}
        aria-describedby={note}
        onKeyDown={handleKey}
        onBlur={() => setAsking((before) => (before.type === "key" ? { type: "no" } : before))}
        onClick={() => setAsking({ type: "key" })}
      >
        {asking.type === "key" ? t("press") : label}
      </Button>
      {chosen === undefined ? null : (
        <Button
          look="quiet"
          icon={RotateCcw}
          aria-label={t("resetOne", { action: action.label, key: nameKeys(action.keyLabel) })}
          onClick={reset}
        />
      )}
      <output id={note} className={styles["note"]}>
        {asking.type === "refused" ? asking.words : null}
        {asking.type === "clash"
          ? t("clash", { keys: nameKeys(describeKeys(asking.keys)), other: asking.other.label })
          : null}
        {asking.type === "no" && isFirefoxs ? t("firefox") : null}
      </output>
      {asking.type === "clash" ? (
        <div className={styles["choice"]}>
          <Button onClick={() => take(asking.keys, asking.other)}>{t("useHere")}</Button>
          <Button onClick={() => setAsking({ type: "no" })}>{t("leave")}</Button>
        </div>
      ) : null}
    </li>
  );
}
