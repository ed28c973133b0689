import type { Clock } from "@linedesk/base";
import type { Config } from "../config/config.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import {
  noteLoopFailed,
  noteLoopStarted,
  readLineRecords,
} from "../stations/phone-lines/phone-lines.ts";
import {
  isLoopUnderWay,
  LOOP_ARRIVES_WITHIN_MS,
  NO_TRUNK,
  NOT_OWN,
} from "../stations/phone-lines/takes-calls.ts";
import { isTrunkDown, readExchangeSip } from "../telephony/exchange-trunks.ts";
import type { SingleCalls } from "../telephony/single-calls.ts";
import { TelephonyError, TelephonyUnreachableError } from "../telephony/telephony.ts";
import { twiml } from "../telephony/twiml.ts";

export interface LoopDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "telephony">;
  calls: Pick<SingleCalls, "ring" | "listNumbers">;
}

/** A trunk has few channels, so a test calls at most this many of the station's numbers. */
const LOOP_LIMIT = 20;
const TIME_LIMIT_S = 10;

const SERVICE = "service";
/** Returns the trunk that can call a number, or `SERVICE`; `null` when no trunk can. */
type ChooseTrunk = (number: string) => string | null;

/**
 * Calls the station's own numbers, each from the number itself, through a trunk. `noteLoopArrival`
 * handles the incoming call, which belongs to no operator. Returns the number of attempted calls.
 */
export async function startLoopCalls(
  deps: LoopDeps,
  { station, actor }: { station: string; actor: Actor },
): Promise<number> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const lines = (await readLineRecords(db, station)).slice(0, LOOP_LIMIT);
  if (lines.length === 0) {
    throw new ApiError("station_without_phone_line");
  }
  const idle = lines.filter((line) => !isLoopUnderWay(line, now));
  const chooseTrunk = await createTrunkChoice(deps);
  await recordAudit(db, {
    actor,
    action: "board.looped",
    station,
    details: { lines: idle.length },
  });
  const rung = await Promise.all(
    idle.map(async ({ id, number, isOwn }) => {
      await noteLoopStarted(db, id, now);
      const failure = isOwn ? await placeLoopCall(deps, number, chooseTrunk(number)) : NOT_OWN;
      if (failure !== null) {
        await noteLoopFailed(db, id, failure);
      }
      return failure !== NO_TRUNK && failure !== NOT_OWN;
    }),
  );
  return rung.filter(Boolean).length;
}

/**
 * Our exchange would connect calls to its own numbers internally, so each loop call names a trunk.
 */
async function createTrunkChoice({ config: { telephony }, calls }: LoopDeps): Promise<ChooseTrunk> {
  if (telephony.kind !== "exchange") {
    return () => SERVICE;
  }
  const [sip, numbers] = await Promise.all([readExchangeSip(telephony), calls.listNumbers()]);
  const trunks = sip?.trunks ?? [];
  const best = trunks.find((trunk) => !isTrunkDown(trunk)) ?? trunks[0];
  return (number) => {
    const own = numbers?.find((one) => one.number === number)?.trunk;
    return (trunks.find(({ sid }) => sid === own) ?? best)?.sid ?? null;
  };
}

async function placeLoopCall(
  { calls }: LoopDeps,
  number: string,
  way: string | null,
): Promise<string | null> {
  if (way === null) {
    return NO_TRUNK;
  }
  try {
    await calls.ring({
      to: number,
      from: number,
      twiml: twiml.pauseAndHangUp(TIME_LIMIT_S),
      ringTimeoutS: Math.floor(LOOP_ARRIVES_WITHIN_MS / 1000),
      timeLimitS: TIME_LIMIT_S,
      trunk: way === SERVICE ? undefined : way,
    });
    return null;
  } catch (error) {
    if (!(error instanceof TelephonyError || error instanceof TelephonyUnreachableError)) {
      throw error;
    }
    return error.message;
  }
}
