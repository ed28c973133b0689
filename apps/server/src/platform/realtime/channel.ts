import * as z from "zod";

import type { DeviceLine } from "@linedesk/contract";

/** A channel that a console may request, in parsed form. */
export type Channel =
  | { type: "station"; station: string }
  /** The station's events with callers' full numbers, at a station that masks numbers. */
  | { type: "station_whole"; station: string }
  | { type: "station_presence"; station: string }
  | { type: "user"; user: string }
  | { type: "audio_server"; server: string; line: DeviceLine };

const kinds = [
  ["private-station-", (station: string): Channel => ({ type: "station", station })],
  ["private-station-whole-", (station: string): Channel => ({ type: "station_whole", station })],
  ["presence-station-", (station: string): Channel => ({ type: "station_presence", station })],
  ["private-user-", (user: string): Channel => ({ type: "user", user })],
] as const;

const AUDIO_SERVER = /^presence-audio-server-([0-9a-f-]{36})-(line[12])$/;

/** Consoles and the audio server exchange events on this channel. */
export function isAudioServerChannel(name: string): boolean {
  return parseChannel(name)?.type === "audio_server";
}

/** Returns `null` for a channel that nobody may have. */
export function parseChannel(name: string): Channel | null {
  const [, server, line] = AUDIO_SERVER.exec(name) ?? [];
  if (z.uuid().safeParse(server).success) {
    return { type: "audio_server", server: server as string, line: line as DeviceLine };
  }
  for (const [prefix, make] of kinds) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    if (z.uuid().safeParse(id).success) {
      return make(id);
    }
  }
  return null;
}
