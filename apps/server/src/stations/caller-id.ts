import type { Db } from "../platform/db/database.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { DEFAULT_MAX_DIAL_S, listLines } from "./phone-line-store.ts";
import { findShownNumber } from "./shown-number-store.ts";

export { findShownNumber } from "./shown-number-store.ts";

/** Who is told to be calling, and for how long the station lets a dialled call last. */
export interface CallerId {
  phoneLine: string;
  number: string;
  numberDisplay: string;
  name: string;
  maxDialS: number;
}

/**
 * What dialled calls show [OB4]: the verified number that the station has chosen [AD9], else its
 * first open line's, else its first line's, which the telephony service carries, so that it needs
 * no verification. Null when the station has no line.
 */
export async function findCallerId(db: Db, station: string): Promise<CallerId | null> {
  const lines = await listLines(db, station);
  const line = lines.find(({ open }) => open) ?? lines[0];
  if (line === undefined) {
    return null;
  }
  const { id: phoneLine, maxDialS } = line;
  const { number, name } = (await findShownNumber(db, station)) ?? line;
  return { phoneLine, number, numberDisplay: displayNumber(number), name, maxDialS };
}

/** How long a dialled call may last. */
export async function readMaxDialS(db: Db, station: string): Promise<number> {
  return (await findCallerId(db, station))?.maxDialS ?? DEFAULT_MAX_DIAL_S;
}
