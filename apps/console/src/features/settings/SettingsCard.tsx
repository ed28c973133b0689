import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";

import { chooseLanguage, type Station, type UserSettings } from "@linedesk/contract";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectIsOnCall } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { AlertFields, type NotificationsView } from "./AlertFields.tsx";
import { CallSettings } from "./CallSettings.tsx";
import { ChatFields } from "./ChatFields.tsx";
import { LineDevices, type LineDevicesView } from "./LineDevices.tsx";
import { MicrophoneFields, type MicrophoneView } from "./MicrophoneFields.tsx";
import { RingerFields } from "./RingerFields.tsx";
import { SettingsSearch } from "./SettingsSearch.tsx";
import { ShortcutSettings } from "./ShortcutSettings.tsx";
import { StationFields } from "./StationFields.tsx";
import type { SettingsView } from "./use-settings.ts";
import type { SoundChoice, SoundView } from "./use-sound.ts";

import styles from "./SettingsCard.module.css";

interface SettingsCardProps {
  sound: SoundView;
  settings: SettingsView;
  /** The person's stations; a single one leaves no choice. */
  stations: readonly Station[];
  notifications: NotificationsView;
  /** The line devices; `null` when only the browser is available. */
  devices?: LineDevicesView | null;
  /** The processing of the browser's microphone; `null` without a line in the browser. */
  microphone?: MicrophoneView | null;
}

export function SettingsCard(props: SettingsCardProps) {
  const { sound, settings, stations, notifications, devices = null } = props;
  const { microphone = null } = props;
  const t = useTranslations("settings");
  return (
    <SettingsSearch>
      <section className={styles["group"]} aria-label={t("sound")}>
        <h3>{t("sound")}</h3>
        <SoundFields sound={sound} />
        <RingerFields settings={settings} />
        <Switch
          checked={settings.settings.muteDevice}
          onChange={(value) => settings.change({ setting: "MUTEDEVICE", value })}
        >
          {t("startMuted")}
        </Switch>
      </section>
      {devices === null ? null : <LineDevices view={devices} />}
      {microphone === null ? null : <MicrophoneFields view={microphone} />}
      <CallSettings settings={settings} />
      <StationFields settings={settings} stations={stations} />
      <ScreenFields settings={settings} />
      <ChatFields settings={settings} stations={stations} />
      <AlertFields settings={settings} notifications={notifications} />
      <section className={styles["group"]} aria-label={t("keys")}>
        <h3>{t("keys")}</h3>
        <Switch
          checked={settings.settings.singleKeys}
          onChange={(value) => settings.change({ setting: "SINGLEKEYS", value })}
        >
          {t("singleKeys")}
        </Switch>
        <p className={styles["hint"]}>{t("singleKeysHint")}</p>
        <ShortcutSettings settings={settings} />
      </section>
    </SettingsSearch>
  );
}

function SoundFields({ sound }: { sound: SoundView }) {
  const t = useTranslations("settings");
  return (
    <>
      <DeviceField label={t("microphone")} choice={sound.input}>
        <MicrophoneLevel sound={sound} />
      </DeviceField>
      <DeviceField label={t("calls")} choice={sound.output} />
      <DeviceField label={t("ring")} choice={sound.ringer} />
    </>
  );
}

/** The value in the select lists that means "the system's default". */
const BY_DEFAULT = "";

interface DeviceFieldProps {
  label: string;
  choice: SoundChoice;
  children?: React.ReactNode;
}

function DeviceField({ label, choice, children }: DeviceFieldProps) {
  const t = useTranslations("settings");
  const { test } = choice;
  return (
    <div className={styles["device"]}>
      <SelectField
        label={label}
        value={choice.chosen ?? BY_DEFAULT}
        options={[
          { value: BY_DEFAULT, label: t("default") },
          ...choice.devices
            .filter((device) => device.id !== "default")
            .map((device) => ({ value: device.id, label: device.label })),
        ]}
        onChange={(id) => choice.choose(id === BY_DEFAULT ? null : id)}
      >
        {children}
      </SelectField>
      {test === null ? null : (
        <Button aria-label={t("testOf", { device: label })} onClick={test}>
          {t("test")}
        </Button>
      )}
    </div>
  );
}

function MicrophoneLevel({ sound }: { sound: SoundView }) {
  const t = useTranslations("settings");
  const words = useTranslations("microphone");
  const { microphone, askMicrophone, openMeter, readLevel } = sound;
  useEffect(() => (microphone === "granted" ? openMeter() : undefined), [microphone, openMeter]);
  if (microphone === "granted" || microphone === "unknown") {
    return (
      <div className={styles["level"]}>
        <Meter readLevel={readLevel} band />
        <p className={styles["hint"]}>{t("good")}</p>
      </div>
    );
  }
  return (
    <div className={styles["ask"]}>
      <p>{words(microphone)}</p>
      <Button onClick={askMicrophone}>{words(microphone === "prompt" ? "allow" : "check")}</Button>
    </div>
  );
}

/** The list names each language in that language, for a person who cannot read the page. */
const LANGUAGES = ["en-AU", "de"] as const;

/** Shows that a new language waits for the end of the calls, because it loads the page again. */
function LanguageNote() {
  const t = useTranslations("settings");
  const isOnCall = useRootState(selectIsOnCall);
  return <output className={styles["hint"]}>{isOnCall ? t("languageLater") : ""}</output>;
}

function ScreenFields({ settings }: { settings: SettingsView }) {
  const t = useTranslations("settings");
  const words = useTranslations("user");
  const { theme, view } = settings.settings;
  // The address determines the language of the page; the setting has no effect on it.
  const spoken = chooseLanguage(useLocale());
  const [picked, pick] = useState<string | null>(null);
  return (
    <section className={styles["group"]} aria-label={t("screen")}>
      <h3>{t("screen")}</h3>
      <div className={styles["row"]}>
        <span className={styles["label"]}>{t("theme")}</span>
        <Segments<UserSettings["theme"]>
          label={t("theme")}
          value={theme}
          segments={[
            { value: "light", label: words("light") },
            { value: "dark", label: words("dark") },
            { value: "system", label: words("system") },
          ]}
          onChange={(value) => settings.change({ setting: "THEME", value })}
        />
      </div>
      <div className={styles["row"]}>
        <span className={styles["label"]}>{t("rows")}</span>
        <Segments<"comfortable" | "compact">
          label={t("rows")}
          value={view ? "compact" : "comfortable"}
          segments={[
            { value: "comfortable", label: words("comfortable") },
            { value: "compact", label: words("compact") },
          ]}
          onChange={(value) => settings.change({ setting: "VIEW", value: value === "compact" })}
        />
      </div>
      <SelectField
        label={t("language")}
        value={spoken}
        options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={(value) => {
          settings.change({ setting: "LOCALE", value });
          pick(value);
        }}
      />
      {picked === null || picked === spoken ? null : <LanguageNote />}
    </section>
  );
}
