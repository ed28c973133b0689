import * as z from "zod/mini";

import { type Call, type DeviceLine, deviceLine, type LineDevice } from "../calls/calls.ts";
import { role } from "../platform/roles.ts";
import { lineFeeds } from "../stations/stations.ts";

/** A station's settings for the device lines that feed the air. */
export const airRules = z.object({
  station: lineFeeds,
  /**
   * The lines of the device presets. Without an audio server the browser carries the line. With a
   * `feedsAir` of `null` the preset does not decide.
   */
  presets: z.array(
    z.object({
      id: z.uuid(),
      line: deviceLine,
      audioServer: z.nullable(z.uuid()),
      feedsAir: z.nullable(z.boolean()),
      /** The role whose people use the preset until they choose another. */
      seatOf: z.optional(role),
    }),
  ),
  /** Present when one press may end a call on air and take the next caller to air. */
  allowsDump: z.optional(z.literal(true)),
});
export type AirRules = z.output<typeof airRules>;

/**
 * Returns true when the line feeds the air. The preset that set the line decides first. Otherwise a
 * line feeds the air if any preset of its audio server says so. Otherwise the station's setting
 * decides, or without one, whether an audio server carries the line.
 */
export function feedsAir(line: DeviceLine, device: LineDevice | undefined, rules: AirRules) {
  const isRemote = device?.type === "audio_server";
  const carrier = isRemote ? device.id : null;
  const ofCarrier = rules.presets.filter((one) => one.line === line && one.audioServer === carrier);
  const named = ofCarrier.find(({ id }) => id === device?.preset)?.feedsAir ?? null;
  const isFed = isRemote && ofCarrier.some((one) => one.feedsAir === true);
  return named ?? (isFed ? true : (rules.station[line] ?? isRemote));
}

export type AirLack = "radio_on" | "not_agreed" | "no_point";

/** Returns the missing items of the air-ready check; empty when the caller may go to air. */
export function listMissingForAir({
  air,
  description,
}: Pick<Call, "air" | "description">): AirLack[] {
  const checks: [AirLack, boolean][] = [
    ["radio_on", air.radioOff],
    ["not_agreed", air.agreed],
    ["no_point", description.trim() !== ""],
  ];
  return checks.filter(([, isDone]) => !isDone).map(([lack]) => lack);
}
