import {
  type AirRules,
  type DeviceLine,
  deviceLine,
  feedsAir,
  type LineDevice,
} from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { assertLineUnused, lockLineFeeds } from "../stations/line-feeds/set-line-feed.ts";
import { readAirRules } from "./carry-line.ts";

/**
 * Changes device presets. Throws when the change alters the air feed of a line that has a call. A
 * call does not record the preset of its line. A change for one browser's line is therefore refused
 * while any browser has a call on that line.
 */
export async function assertFeedsUnused<T>(
  trx: Trx,
  station: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockLineFeeds(trx, station);
  const before = await readAirRules(trx, station);
  const changed = await change();
  const after = await readAirRules(trx, station);
  for (const line of deviceLine.options) {
    for (const audioServer of listCarriers(line, [before, after])) {
      if (isFeedChanged({ line, audioServer }, before, after)) {
        await assertLineUnused(trx, { station, line, audioServer });
      }
    }
  }
  return changed;
}

function listCarriers(line: DeviceLine, rules: readonly AirRules[]): ReadonlySet<string | null> {
  const presets = rules.flatMap((one) => one.presets);
  return new Set(presets.filter((one) => one.line === line).map((one) => one.audioServer));
}

function isFeedChanged(
  { line, audioServer: id }: { line: DeviceLine; audioServer: string | null },
  before: AirRules,
  after: AirRules,
): boolean {
  return [undefined, ...before.presets.map((one) => one.id)].some((preset) => {
    const device: LineDevice =
      id === null ? { type: "browser", preset } : { type: "audio_server", id, preset };
    return feedsAir(line, device, before) !== feedsAir(line, device, after);
  });
}
