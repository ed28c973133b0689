import { useEffect, useState } from "react";

import {
  type DeviceLine,
  type DevicePreset,
  listAdminDevicePresets,
  listPairedAudioServers,
  type PairedAudioServer,
  readAudioServerLog,
  requestAudioServerLog,
} from "@linedesk/contract";
import { AudioServerError, NO_RESPONSE } from "../../../client/audio-server/audio-server-error.ts";
import type { CarrierStatus } from "../../../client/audio-server/carrier-status.ts";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import type { HttpClient } from "../../../lib/http-client.ts";
import { type Fetched, useStationQuery } from "../use-station-details.ts";

const CHECK_EVERY_MS = 500;
/**
 * After this number of checks, which take 10 s, the request has failed. Every request to an audio
 * server has this timeout.
 */
const MOST_CHECKS = 20;

/** Requests the log of an audio server, and waits until the audio server has sent it. */
export async function fetchLog(
  { http, wait }: { http: Pick<HttpClient, "call">; wait: (ms: number) => Promise<void> },
  params: { id: string; server: string },
): Promise<string> {
  const { request } = await http.call(requestAudioServerLog, { params, body: {} });
  for (let check = 0; check < MOST_CHECKS; check += 1) {
    await wait(CHECK_EVERY_MS);
    const { text } = await http.call(readAudioServerLog, { params, query: { request } });
    if (text !== null) {
      return text;
    }
  }
  throw new AudioServerError(NO_RESPONSE);
}

export function useAudioServers(station: string): Fetched<PairedAudioServer[]> {
  return useStationQuery(
    station,
    "audio-servers",
    async (http, of) => (await http.call(listPairedAudioServers, of)).items,
    10_000,
  );
}

export function useDevicePresets(station: string): Fetched<DevicePreset[]> {
  return useStationQuery(
    station,
    "device-presets",
    async (http, of) => (await http.call(listAdminDevicePresets, of)).items,
  );
}

/**
 * The status of both lines of an audio server; `null` until the first poll, and for an audio server
 * that is not paired.
 */
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
    // Splitting an empty text would give one empty id.
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
