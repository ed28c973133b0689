import { useTranslations } from "use-intl";

import { readSwitchBehaviour, type SwitchBehaviour, type UserSettings } from "@linedesk/contract";
import { Segments } from "../../ui/Segments.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

interface CallSettingsProps {
  settings: SettingsView;
}

export function CallSettings({ settings }: CallSettingsProps) {
  const t = useTranslations("settings");
  const { autoMoveOnVerify, endConferenceBehavior } = settings.settings;
  return (
    <section className={styles["group"]} aria-label={t("callsTitle")}>
      <h3>{t("callsTitle")}</h3>
      <Switch
        checked={autoMoveOnVerify}
        onChange={(value) => settings.change({ setting: "AUTOMOVEVERIFY", value })}
      >
        {t("moveOnVerify")}
      </Switch>
      <div className={styles["row"]}>
        <span className={styles["label"]}>{t("switchCall")}</span>
        <Segments<SwitchBehaviour>
          label={t("switchCall")}
          value={readSwitchBehaviour(settings.settings)}
          segments={[
            { value: "HOLD", label: t("switchHold") },
            { value: "END", label: t("switchEnd") },
          ]}
          onChange={(value) => settings.change({ setting: "SWITCHBAHAVIOR", value })}
        />
      </div>
      <div className={styles["row"]}>
        <span className={styles["label"]}>{t("conferenceEnd")}</span>
        <Segments<UserSettings["endConferenceBehavior"]>
          label={t("conferenceEnd")}
          value={endConferenceBehavior}
          segments={[
            { value: "END", label: t("conferenceEndAll") },
            { value: "HOLD", label: t("conferenceHold") },
          ]}
          onChange={(value) => settings.change({ setting: "CONFERENCEENDBEHAVIOR", value })}
        />
      </div>
    </section>
  );
}
