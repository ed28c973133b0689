import * as z from "zod";

/** A channel that a console may ask for, read from its name. */
export type Channel =
  | { type: "station"; station: string }
  | { type: "station_presence"; station: string }
  | { type: "user"; user: string };

const kinds = [
  ["private-station-", (station: string): Channel => ({ type: "station", station })],
  ["presence-station-", (station: string): Channel => ({ type: "station_presence", station })],
  ["private-user-", (user: string): Channel => ({ type: "user", user })],
] as const;

/** The station whose members alone may follow the channel; null for any other channel. */
export function stationOf(name: string): string | null {
  const channel = parseChannel(name);
  return channel === null || channel.type === "user" ? null : channel.station;
}

/** Null for every channel that nobody may have, audio servers' among them for now. */
export function parseChannel(name: string): Channel | null {
  for (const [prefix, make] of kinds) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    if (z.uuid().safeParse(id).success) {
      return make(id);
    }
  }
  return null;
}
