import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import {
  type DeviceLine,
  type DevicePreset,
  listAdminDevicePresets,
  listPairedAudioServers,
  type PairedAudioServer,
} from "@linedesk/contract";
import type { CarrierStatus } from "../../../client/audio-server/carrier-status.ts";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched } from "../use-station-details.ts";

export function useAudioServers(station: string): Fetched<PairedAudioServer[]> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "audio-servers"],
      queryFn: async ({ signal }) =>
        (await http.call(listPairedAudioServers, { params: { id: station }, signal })).items,
      // Somebody types the code in the studio meanwhile.
      refetchInterval: 10_000,
    }),
  );
}

export function useDevicePresets(station: string): Fetched<DevicePreset[]> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "device-presets"],
      queryFn: async ({ signal }) =>
        (await http.call(listAdminDevicePresets, { params: { id: station }, signal })).items,
    }),
  );
}

/** What both lines of an audio server answer; null until they are asked. */
export type LiveLines = Record<DeviceLine, CarrierStatus | null>;

const lines: readonly DeviceLine[] = ["line1", "line2"];

export function useLiveServers(
  servers: readonly PairedAudioServer[],
): (server: PairedAudioServer) => LiveLines {
  const { carriers } = useConsole().voice;
  const [statuses, setStatuses] = useState<Record<string, CarrierStatus>>({});
  const paired = servers.filter(({ pairedAt }) => pairedAt !== null).map(({ id }) => id);
  const ids = paired.toSorted().join(" ");
  useEffect(() => {
    // No id at all would be asked for as one without letters.
    const stops = (ids === "" ? [] : ids.split(" ")).flatMap((id) =>
      lines.map((line) =>
        carriers.watch(id, line, (status) =>
          setStatuses((before) => ({ ...before, [`${id} ${line}`]: status })),
        ),
      ),
    );
    return () => stops.forEach((stop) => stop());
  }, [carriers, ids]);
  return ({ id, pairedAt }) => {
    const read = (line: DeviceLine) =>
      pairedAt === null ? null : (statuses[`${id} ${line}`] ?? null);
    return { line1: read("line1"), line2: read("line2") };
  };
}
