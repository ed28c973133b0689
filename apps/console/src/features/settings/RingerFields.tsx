import { useState } from "react";
import { useTranslations } from "use-intl";

import type { UserSettings } from "@linedesk/contract";
import { SelectField } from "../../ui/SelectField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

const ways = ["summary", "every_call", "off"] as const;

export function RingerFields({ settings }: { settings: SettingsView }) {
  const t = useTranslations("settings");
  const { sounds } = settings.settings;
  return (
    <>
      <RingVolume
        key={sounds.ringVolume}
        volume={sounds.ringVolume}
        change={(ringVolume) =>
          settings.change((now) => ({ setting: "SOUNDS", value: { ...now.sounds, ringVolume } }))
        }
      />
      <Switch
        checked={sounds.muteRingerWhileTalking}
        onChange={(isQuiet) =>
          settings.change((now) => ({
            setting: "SOUNDS",
            value: { ...now.sounds, muteRingerWhileTalking: isQuiet },
          }))
        }
      >
        {t("muteRinger")}
      </Switch>
      <AnnouncementFields settings={settings} />
    </>
  );
}

function AnnouncementFields({ settings }: { settings: SettingsView }) {
  const t = useTranslations("settings");
  const { heard } = settings.settings;
  const change = (changed: Partial<UserSettings["heard"]>) =>
    settings.change((now) => ({ setting: "HEARD", value: { ...now.heard, ...changed } }));
  return (
    <>
      <Switch checked={heard.chat} onChange={(chat) => change({ chat })}>
        {t("chatSound")}
      </Switch>
      <SelectField
        label={t("heardCallers")}
        value={heard.callers}
        options={ways.map((value) => ({ value, label: t(`heard.${value}`) }))}
        onChange={(chosen) => change({ callers: ways.find((way) => way === chosen) ?? "summary" })}
      />
    </>
  );
}

function RingVolume({ volume, change }: { volume: number; change: (volume: number) => void }) {
  const t = useTranslations("settings");
  const [percent, setPercent] = useState(Math.round(volume * 100));
  function commit(): void {
    if (percent !== Math.round(volume * 100)) {
      change(percent / 100);
    }
  }
  return (
    <label className={styles["row"]}>
      <span className={styles["label"]}>{t("ringVolume")}</span>
      <input
        type="range"
        className={styles["volume"]}
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={t("percent", { value: String(percent) })}
        onChange={({ target }) => setPercent(target.valueAsNumber)}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
    </label>
  );
}
