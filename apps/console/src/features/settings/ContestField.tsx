import { useState } from "react";
import { useTranslations } from "use-intl";

import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

const MOST_CALLERS = 1000;

/** [ST17] Which caller wins; an empty field is off. */
export function ContestField({ settings }: { settings: SettingsView }) {
  const { callerCount } = settings.settings;
  return (
    <CountInput
      key={callerCount ?? 0}
      count={callerCount}
      change={(value) => settings.change({ setting: "CALLERCOUNT", value })}
    />
  );
}

interface CountInputProps {
  count: number | null;
  change: (count: number | null) => void;
}

/** Kept when it is left or Enter is pressed: each digit on its way would be a contest. */
function CountInput({ count, change }: CountInputProps) {
  const t = useTranslations("settings");
  const [text, setText] = useState(count === null ? "" : String(count));
  function commit(): void {
    const value = text.trim() === "" ? null : Number(text);
    const isCount =
      value === null || (Number.isInteger(value) && value >= 1 && value <= MOST_CALLERS);
    if (!isCount) {
      return setText(count === null ? "" : String(count));
    }
    if (value !== count) {
      change(value);
    }
  }
  return (
    <label className={styles["row"]}>
      <span className={styles["label"]}>{t("callerCount")}</span>
      <input
        type="number"
        className={styles["count"]}
        min={1}
        max={MOST_CALLERS}
        value={text}
        placeholder={t("callerCountOff")}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") {
            commit();
          }
        }}
        onBlur={commit}
      />
    </label>
  );
}
