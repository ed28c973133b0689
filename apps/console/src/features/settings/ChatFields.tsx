import { useTranslations } from "use-intl";

import type { Station } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

interface ChatFieldsProps {
  settings: SettingsView;
  stations: readonly Station[];
}

/** Sets the time up to which each station's messages are hidden from this person. */
export function ChatFields({ settings, stations }: ChatFieldsProps) {
  const t = useTranslations("settings");
  const formats = useTimeFormats();
  const { chatCleared } = settings.settings;
  function clear(station: string, at: string): void {
    settings.change({ setting: "CHATCLEARED", value: [station, at] });
  }
  return (
    <section className={styles["group"]} aria-label={t("chat")}>
      <h3>{t("chat")}</h3>
      {stations.map(({ id, callSign }) => {
        const clearedAt = chatCleared[id];
        return (
          <div key={id} className={styles["row"]}>
            <span className={styles["label"]}>{callSign}</span>
            <span className={styles["cleared"]}>
              <Button
                onClick={() => clear(id, settings.serverNow())}
                aria-label={t("clearChatOf", { station: callSign })}
              >
                {t("clearChat")}
              </Button>
              {clearedAt === undefined ? null : (
                <>
                  <span className={styles["hint"]}>
                    {t("clearedAt", { time: formats.clock(Date.parse(clearedAt)) })}
                  </span>
                  <Button
                    look="quiet"
                    onClick={() => clear(id, "")}
                    aria-label={t("showChatOf", { station: callSign })}
                  >
                    {t("showChat")}
                  </Button>
                </>
              )}
            </span>
          </div>
        );
      })}
    </section>
  );
}
