import type { DialCaps, DiallingConfig } from "../../config/dialling-config.ts";
import type { Trx } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { lockDialling, readDialUse, type DialUse } from "../store/dial-store.ts";

export interface Dialler {
  station: string;
  user: string;
  now: Date;
}

export async function assertDialCaps(
  trx: Trx,
  { station, user, now }: Dialler,
  { person, station: ofStation }: DiallingConfig["caps"],
): Promise<void> {
  await lockDialling(trx, station);
  const own = findReachedCap(await readDialUse(trx, { station, user, now }), person);
  const all = findReachedCap(await readDialUse(trx, { station, user: null, now }), ofStation);
  const [whose, reached] = own === null ? ["The station has", all] : ["You have", own];
  if (reached !== null) {
    throw new ApiError("rate_limited", `${whose} ${reached}`);
  }
}

/** The cap that one more call would go beyond, in words; pure. */
export function findReachedCap(used: DialUse, caps: DialCaps): string | null {
  if (isReached(used.lastMinute, caps.callsPerMinute)) {
    return `dialled ${caps.callsPerMinute} calls in a minute. Wait a moment.`;
  }
  if (isReached(used.live, caps.concurrent)) {
    return `${caps.concurrent} dialled calls at once. End one first.`;
  }
  if (isReached(used.minutesToday, caps.minutesPerDay)) {
    return `used the ${caps.minutesPerDay} minutes that may be dialled today.`;
  }
  return null;
}

function isReached(used: number, cap: number): boolean {
  return cap !== 0 && used >= cap;
}
