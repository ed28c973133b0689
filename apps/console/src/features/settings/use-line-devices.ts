import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import {
  type AudioServer,
  type DeviceLine,
  type DevicePreset,
  listAudioServers,
  listDevicePresets,
} from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectLeg } from "../../client/store/select-calls.ts";
import { useOpenStation } from "../../client/use-permission.ts";

/** What carries each line, and what could. */
export interface LineDevicesView {
  servers: readonly AudioServer[];
  presets: readonly DevicePreset[];
  /** A preset's id; null: none is chosen. */
  preset: string | null;
  /** An audio server's id; null: the browser. */
  chosen: Record<DeviceLine, string | null>;
  /** Null while a call is on the line. */
  choose: Record<DeviceLine, ((server: string | null) => void) | null>;
  /** Null while a call is on either line. */
  choosePreset: ((id: string | null) => void) | null;
}

/** Null where the station has no audio server: then there is nothing to choose. */
export function useLineDevices(): LineDevicesView | null {
  const context = useConsole();
  const { http, storage } = context;
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
  const preset = useSyncExternalStore(storage.onChange, () => storage.devicePreset());
  const line1 = useSyncExternalStore(storage.onChange, () => readServer(context, "line1"));
  const line2 = useSyncExternalStore(storage.onChange, () => readServer(context, "line2"));
  const { data } = loaded;
  return useMemo(() => {
    if (data === undefined || (data.servers.length === 0 && (line1 ?? line2) === null)) {
      return null;
    }
    const choose = (line: DeviceLine) => (server: string | null) =>
      chooseServer(context, line, server);
    return {
      ...data,
      preset,
      chosen: { line1, line2 },
      choose: { line1: busy1 ? null : choose("line1"), line2: busy2 ? null : choose("line2") },
      choosePreset:
        busy1 || busy2
          ? null
          : (id) => choosePreset(context, data.presets.find((one) => one.id === id) ?? null),
    };
  }, [context, data, preset, line1, line2, busy1, busy2]);
}

function readServer({ storage }: ConsoleContext, line: DeviceLine): string | null {
  const config = storage.deviceConfig(line);
  return config?.type === "audio_server" ? (config.id ?? null) : null;
}

function saveServer({ storage }: ConsoleContext, line: DeviceLine, server: string | null): void {
  storage.saveDeviceConfig(line, server === null ? null : { type: "audio_server", id: server });
}

/** A line of one's own choice is no preset's any more. */
function chooseServer(context: ConsoleContext, line: DeviceLine, server: string | null): void {
  context.storage.saveDevicePreset(null);
  saveServer(context, line, server);
}

/** [LN15] A preset sets both lines; none gives both back to the browser. */
function choosePreset(context: ConsoleContext, preset: DevicePreset | null): void {
  context.storage.saveDevicePreset(preset?.id ?? null);
  saveServer(context, "line1", preset?.line1?.id ?? null);
  saveServer(context, "line2", preset?.line2?.id ?? null);
}
