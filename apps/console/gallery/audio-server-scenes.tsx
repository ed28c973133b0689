import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { AudioServerStatus, DevicePreset, PairedAudioServer } from "@linedesk/contract";
import type { CarrierStatus } from "../src/client/audio-server/carrier-status.ts";
import {
  AudioServerForm,
  PairingCode,
} from "../src/features/admin/audio-servers/AudioServerForm.tsx";
import { ServerTable } from "../src/features/admin/audio-servers/ServerTable.tsx";
import { DevicePresetsSection } from "../src/features/admin/device-presets/DevicePresetsSection.tsx";
import { PresetForm } from "../src/features/admin/device-presets/PresetForm.tsx";
import { uuid } from "./a-call.ts";
import { anAdminScene } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

function nothing() {
  return undefined;
}

const station = uuid(1);
const at = "2026-11-21T01:40:00.000Z";

function aServer(number: number, over: Partial<PairedAudioServer>): PairedAudioServer {
  const paired = { pairedAt: at, lastSeenAt: at, codeExpiresAt: null };
  return { id: uuid(970 + number), name: "Studio 1", ...paired, ...over };
}

function online(over: Partial<AudioServerStatus>): CarrierStatus {
  const report: AudioServerStatus = {
    line: "line1",
    state: "idle",
    version: "0.1.0",
    levels: { inputDb: -34, outputDb: -120 },
    uptimeS: 260_000,
    delayMs: 41,
    device: "JACK system, left",
    ...over,
  };
  return { status: "online", unansweredSince: null, lastReplyAt: 1, report };
}

function without(status: "connecting" | "offline"): CarrierStatus {
  return { status, unansweredSince: null, lastReplyAt: null, report: null };
}

const inCall = online({ state: "connected", levels: { inputDb: -18, outputDb: -9 } });
const noServer = "JACK default: no JACK server answers (status 0x11).";
const lost = online({
  state: "fault",
  levels: { inputDb: null, outputDb: null },
  delayMs: 0,
  device: noServer,
  fault: noServer,
});
const young = online({ uptimeS: 65, device: "AES67 to 239.69.1.1:5004, from 239.69.1.2:5004" });

const rows = [
  { server: aServer(1, { name: "Studio 1" }), line1: inCall, line2: online({}) },
  { server: aServer(2, { name: "Outside broadcast van, rack 2" }), line1: young, line2: lost },
  {
    server: aServer(3, { name: "Studio 3" }),
    line1: without("offline"),
    line2: without("offline"),
  },
  { server: aServer(4, { name: "Studio 4" }), line1: without("connecting"), line2: null },
  {
    server: aServer(5, { name: "Studio 5", pairedAt: null, codeExpiresAt: at }),
    line1: null,
    line2: null,
  },
];

const servers = rows.map(({ server }) => server);
const [one, van] = servers;

function aPreset(name: string, over: Partial<DevicePreset>): DevicePreset {
  const feedsAir = { line1: null, line2: null };
  const lines = { line1: one ?? null, line2: null, feedsAir };
  return { id: uuid(990), station, name, ...lines, seatOf: null, ...over };
}

const presets = [
  aPreset("Morning", {
    line2: one ?? null,
    feedsAir: { line1: true, line2: false },
    seatOf: "presenter",
  }),
  aPreset("Outside broadcast", { id: uuid(991), line1: van ?? null }),
];

/** Returns a query client that already has the answers for the section. */
function answeredQueries(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(["station-admin", station, "device-presets"], presets);
  queries.setQueryData(["station-admin", station, "audio-servers"], servers);
  return queries;
}

const unknown = { line1: null, line2: null };

/** The scenes in the admin area, by id. */
const states: Record<string, ReactNode> = {
  "audio-servers": (
    <ServerTable
      servers={rows.map(({ server }) => server)}
      readLive={({ id }) => rows.find(({ server }) => server.id === id) ?? unknown}
      logOf={rows[0]?.server.id ?? null}
      act={nothing}
    />
  ),
  "audio-servers-none": (
    <ServerTable servers={[]} readLive={() => unknown} logOf={null} act={nothing} />
  ),
  "audio-server-code": (
    <PairingCode code={{ name: "Studio 5", code: "7HQK-M3XR" }} close={nothing} />
  ),
  "audio-server-new": (
    <AudioServerForm station={station} server={null} onCode={nothing} close={nothing} />
  ),
  "device-presets": (
    <QueryClientProvider client={answeredQueries()}>
      <DevicePresetsSection station={station} />
    </QueryClientProvider>
  ),
  "device-preset": (
    <PresetForm station={station} preset={presets[0] ?? null} servers={servers} close={nothing} />
  ),
};

export const audioServerScenes: Scene[] = Object.entries(states).map(([id, body]) =>
  anAdminScene(`admin-${id}`, id.startsWith("audio") ? "audioServers" : "devicePresets", body),
);
