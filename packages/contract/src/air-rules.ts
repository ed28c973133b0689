import * as z from "zod/mini";

import { type Call, type DeviceLine, deviceLine, type LineDevice } from "./calls.ts";
import { lineFeeds } from "./stations.ts";

/** What a station has set of the lines of its desks that feed the air. */
export const airRules = z.object({
  station: lineFeeds,
  /** The lines to which device presets give an audio server; null: as the station has set it. */
  presets: z.array(
    z.object({
      id: z.uuid(),
      line: deviceLine,
      audioServer: z.uuid(),
      feedsAir: z.nullable(z.boolean()),
    }),
  ),
});
export type AirRules = z.output<typeof airRules>;

/**
 * Whether the line feeds the air: as the preset by which it was set says, else where any preset
 * says so of its audio server, else as the station has set it.
 */
export function feedsAir(line: DeviceLine, device: LineDevice | undefined, rules: AirRules) {
  const isRemote = device?.type === "audio_server";
  const ofServer = rules.presets.filter(
    (one) => isRemote && one.line === line && one.audioServer === device.id,
  );
  const named = ofServer.find(({ id }) => id === device?.preset)?.feedsAir ?? null;
  const isFed = ofServer.some((one) => one.feedsAir === true);
  return named ?? (isFed ? true : (rules.station[line] ?? isRemote));
}

export type AirLack = "radio_on" | "not_agreed" | "no_point";

/** What the air-ready check still lacks; empty when the caller may go to air. */
export function listAirLacks({ air, description }: Pick<Call, "air" | "description">): AirLack[] {
  const checks: [AirLack, boolean][] = [
    ["radio_on", air.radioOff],
    ["not_agreed", air.agreed],
    ["no_point", description.trim() !== ""],
  ];
  return checks.filter(([, isDone]) => !isDone).map(([lack]) => lack);
}
