import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import {
  type AudioServer,
  type DeviceLine,
  type DevicePreset,
  listAudioServers,
  listDevicePresets,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectLeg } from "../../client/store/select-calls.ts";
import { useOpenStation } from "../../client/use-permission.ts";
import { choosePreset, chooseServer, readServer } from "./choose-preset.ts";

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
  const { http, page } = useConsole();
  const { storage } = page;
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
  const line1 = useSyncExternalStore(storage.onChange, () => readServer(storage, "line1"));
  const line2 = useSyncExternalStore(storage.onChange, () => readServer(storage, "line2"));
  const { data } = loaded;
  return useMemo(() => {
    if (data === undefined || (data.servers.length === 0 && (line1 ?? line2) === null)) {
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
