import type { Db } from "../platform/db/database.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { DEFAULT_MAX_DIAL_S, listLines } from "./phone-line-store.ts";
import { findShownNumber } from "./station-store.ts";

export { findShownNumber } from "./station-store.ts";

/** Who is told to be calling, and for how long the station lets a dialled call last. */
export interface CallerId {
  phoneLine: string;
  number: string;
  numberDisplay: string;
  name: string;
  maxDialS: number;
}

/**
 * What dialled calls show: the verified number that the station has chosen, else its
 * first open line's, else its first line's, of those that are known to be its own. Null
 * when the station has no such number, or no line.
 */
export async function findCallerId(db: Db, station: string): Promise<CallerId | null> {
  const lines = await listLines(db, station);
  const shown = await findShownNumber(db, station);
  const usable = shown === null ? lines.filter(({ isOwn }) => isOwn) : lines;
  const line = usable.find(({ open }) => open) ?? usable[0];
  if (line === undefined) {
    return null;
  }
  const { id: phoneLine, maxDialS } = line;
  const { number, name } = shown ?? line;
  return { phoneLine, number, numberDisplay: displayNumber(number), name, maxDialS };
}

/** What a caller of that line who is rung back is shown: its number, if it is the station's. */
export async function findLineNumber(
  db: Db,
  { station, line }: { station: string; line: string },
): Promise<string | null> {
  const own = (await listLines(db, station)).find(({ id, isOwn }) => id === line && isOwn);
  return own?.number ?? (await findCallerId(db, station))?.number ?? null;
}

export async function findOwnNumber(db: Db, station: string): Promise<string | null> {
  const shown = (await findShownNumber(db, station)) ?? (await findCallerId(db, station));
  return shown?.number ?? null;
}

export async function readMaxDialS(db: Db, station: string): Promise<number> {
  const [line] = await listLines(db, station);
  return line?.maxDialS ?? DEFAULT_MAX_DIAL_S;
}
