import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";

import {
  type DeviceLine,
  type AudioServer,
  type DevicePreset,
  listAudioServers,
  listDevicePresets,
} from "@linedesk/contract";
import { useConsole, useRootState, useOpenStation } from "../../client/ConsoleProvider.tsx";
import { selectLeg } from "../../client/store/select-calls.ts";
import type { BrowserStorage } from "../../lib/browser-storage.ts";
import { SelectField } from "../../ui/SelectField.tsx";

import styles from "./SettingsCard.module.css";

/** The value in the select lists that means "none chosen". */
const NONE = "";
const lines = ["line1", "line2"] as const;

export function LineDevices({ view }: { view: LineDevicesView }) {
  const t = useTranslations("settings");
  const { presets, choosePreset } = view;
  const isBusy = lines.some((line) => view.choose[line] === null);
  return (
    <section className={styles["group"]} aria-label={t("lineDevices")}>
      <h3>{t("lineDevices")}</h3>
      {presets.length === 0 ? null : (
        <SelectField
          label={t("devicePreset")}
          value={view.preset ?? NONE}
          options={[
            { value: NONE, label: t("noPreset") },
            ...presets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choosePreset === null ? null : (id) => choosePreset(id === NONE ? null : id)}
        />
      )}
      {lines.map((line) => (
        <LineDeviceField key={line} view={view} line={line} />
      ))}
      {isBusy ? <p className={styles["hint"]}>{t("lineDeviceBusy")}</p> : null}
    </section>
  );
}

function LineDeviceField({ view, line }: { view: LineDevicesView; line: DeviceLine }) {
  const t = useTranslations("settings");
  const chosen = view.chosen[line];
  const choose = view.choose[line];
  const isKnown = chosen === null || view.servers.some(({ id }) => id === chosen);
  return (
    <SelectField
      label={t("lineDevice", { line: line === "line1" ? "1" : "2" })}
      value={chosen ?? NONE}
      options={[
        { value: NONE, label: t("browserDevice") },
        ...view.servers.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value: chosen, label: t("lostServer") }]),
      ]}
      onChange={choose === null ? null : (id) => choose(id === NONE ? null : id)}
    />
  );
}

export interface LineDevicesView {
  servers: readonly AudioServer[];
  presets: readonly DevicePreset[];
  /** A preset's id, or `null`. */
  preset: string | null;
  /** An audio server's id; `null` means the browser. */
  chosen: Record<DeviceLine, string | null>;
  /** Sets the audio server of a line; `null` while a call is on it. */
  choose: Record<DeviceLine, ((server: string | null) => void) | null>;
  /** Sets the preset; `null` while a call is on either line. */
  choosePreset: ((id: string | null) => void) | null;
}

/** Returns `null` at a station without audio servers and presets, where there is no choice. */
export function useLineDevices(): LineDevicesView | null {
  const { http, page, voice } = useConsole();
  const { storage } = page;
  const { carriers } = voice;
  const station = useOpenStation()?.id ?? "";
  const loaded = useQuery({
    queryKey: ["line-devices", station],
    enabled: station !== "",
    queryFn: async ({ signal }) => {
      const query = { station };
      const [servers, presets] = await Promise.all([
        http.call(listAudioServers, { query, signal }),
        http.call(listDevicePresets, { query, signal }),
      ]);
      return { servers: servers.items, presets: presets.items };
    },
  });
  const busy1 = useRootState((state) => selectLeg(state, "line1") !== null);
  const busy2 = useRootState((state) => selectLeg(state, "line2") !== null);
  const preset = useSyncExternalStore(carriers.onChange, () => carriers.preset());
  const line1 = useSyncExternalStore(carriers.onChange, () => carriers.server("line1"));
  const line2 = useSyncExternalStore(carriers.onChange, () => carriers.server("line2"));
  const { data } = loaded;
  return useMemo(() => {
    const isEmpty = data?.servers.length === 0 && data.presets.length === 0;
    if (data === undefined || (isEmpty && (line1 ?? line2) === null)) {
      return null;
    }
    const choose = (line: DeviceLine) => (server: string | null) =>
      chooseServer(storage, line, server);
    return {
      ...data,
      preset,
      chosen: { line1, line2 },
      choose: { line1: busy1 ? null : choose("line1"), line2: busy2 ? null : choose("line2") },
      choosePreset:
        busy1 || busy2
          ? null
          : (id) => choosePreset(storage, data.presets.find((one) => one.id === id) ?? null),
    };
  }, [storage, data, preset, line1, line2, busy1, busy2]);
}

/** Sets one line, after which no preset is in use. */
export function chooseServer(
  storage: BrowserStorage,
  line: DeviceLine,
  server: string | null,
): void {
  storage.saveDevicePreset(null);
  saveServer(storage, line, server);
}

/** Sets both lines by a preset; without a preset the browser carries both lines. */
export function choosePreset(storage: BrowserStorage, preset: DevicePreset | null): void {
  storage.saveDevicePreset(preset?.id ?? null);
  saveServer(storage, "line1", preset?.line1?.id ?? null);
  saveServer(storage, "line2", preset?.line2?.id ?? null);
}

/** Stores the choice of the browser too, so that the default preset of the role no longer applies. */
function saveServer(storage: BrowserStorage, line: DeviceLine, server: string | null): void {
  const browser = { type: "browser" };
  storage.saveDeviceConfig(line, server === null ? browser : { type: "audio_server", id: server });
}
