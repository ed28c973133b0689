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

/** How one line of an audio server is now, asked over its channel; null until it is known. */
export function useLiveLine(server: string, line: DeviceLine, isPaired: boolean) {
  const { carriers } = useConsole();
  const [status, setStatus] = useState<CarrierStatus | null>(null);
  useEffect(
    () => (isPaired ? carriers.watch(server, line, setStatus) : undefined),
    [carriers, server, line, isPaired],
  );
  return isPaired ? status : null;
}
