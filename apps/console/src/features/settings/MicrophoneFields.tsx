import { Fragment, useMemo, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { chooseProcessing } from "../../client/audio/choose-processing.ts";
import { useConsole, useOpenStation } from "../../client/ConsoleProvider.tsx";
import { useFeedsAir } from "../../client/use-barred-lines.ts";
import { Switch } from "../../ui/Switch.tsx";

import styles from "./SettingsCard.module.css";

export interface LineMicrophone {
  line: DeviceLine;
  gain: boolean;
  noise: boolean;
  set: (changed: { gain?: boolean; noise?: boolean }) => void;
}

export interface MicrophoneView {
  headphones: boolean;
  setHeadphones: (headphones: boolean) => void;
  /** The lines that the browser carries. */
  lines: readonly LineMicrophone[];
}

/** Shows the browser's processing of the microphone, which the person sets for each line. */
export function MicrophoneFields({ view }: { view: MicrophoneView }) {
  const t = useTranslations("settings");
  return (
    <section className={styles["group"]} aria-label={t("processing")}>
      <h3>{t("processing")}</h3>
      <Switch checked={view.headphones} onChange={view.setHeadphones}>
        {t("headphones")}
      </Switch>
      {view.lines.map(({ line, gain, noise, set }) => {
        const number = line === "line1" ? "1" : "2";
        return (
          <Fragment key={line}>
            <Switch checked={gain} onChange={(next) => set({ gain: next })}>
              {t("gain", { line: number })}
            </Switch>
            <Switch checked={noise} onChange={(next) => set({ noise: next })}>
              {t("noise", { line: number })}
            </Switch>
          </Fragment>
        );
      })}
      <p className={styles["hint"]}>{t("processingHint")}</p>
    </section>
  );
}

/** Returns `null` when audio servers carry both lines. */
export function useMicrophoneFields(): MicrophoneView | null {
  const { page, voice } = useConsole();
  const { storage } = page;
  const { carriers } = voice;
  const station = useOpenStation()?.id ?? null;
  const stored = useSyncExternalStore(storage.onChange, () =>
    JSON.stringify(storage.microphoneChoice(station ?? "")),
  );
  const server1 = useSyncExternalStore(carriers.onChange, () => carriers.server("line1"));
  const server2 = useSyncExternalStore(carriers.onChange, () => carriers.server("line2"));
  const feeds1 = useFeedsAir("line1", station);
  const feeds2 = useFeedsAir("line2", station);
  return useMemo(() => {
    const feeds = { line1: feeds1, line2: feeds2 };
    const choice = storage.microphoneChoice(station ?? "");
    const servers = { line1: server1, line2: server2 };
    const browser = (["line1", "line2"] as const).filter((line) => servers[line] === null);
    if (station === null || stored === "" || browser.length === 0) {
      return null;
    }
    const save = storage.saveMicrophoneChoice.bind(storage, station);
    return {
      headphones: choice.headphones === true,
      setHeadphones: (headphones) => save({ ...choice, headphones }),
      lines: browser.map((line) => {
        const { autoGainControl, noiseSuppression } = chooseProcessing(choice, line, feeds[line]);
        const present = { gain: autoGainControl, noise: noiseSuppression };
        return {
          ...present,
          line,
          set: (changed) => save({ ...choice, [line]: { ...present, ...changed } }),
        };
      }),
    };
  }, [storage, station, stored, server1, server2, feeds1, feeds2]);
}
