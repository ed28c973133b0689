import type { Clock } from "@linedesk/base";
import type { Seat } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { publishSeat } from "../../platform/realtime/publish.ts";
import {
  findSeats,
  hasSilentSeat,
  markAsleep,
  writeHeartbeat,
  type SeatHeartbeat,
} from "./seat-store.ts";

/** A heartbeat arrives every ten seconds, so a seat stays awake when one of them is lost. */
const ASLEEP_AFTER_MS = 25_000;
/** After this time without a heartbeat, the person has no seat. */
const LEFT_AFTER_MS = 24 * 3_600_000;

export interface SeatDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

export function readSeats({ db, clock }: SeatDeps, station: string): Promise<Seat[]> {
  return findSeats(db, station, new Date(clock.now() - LEFT_AFTER_MS));
}

/** Stores a desk's heartbeat and notifies the other desks of a change. Returns every seat. */
export async function acceptHeartbeat(
  deps: SeatDeps,
  heartbeat: Omit<SeatHeartbeat, "at">,
): Promise<Seat[]> {
  const { station, user, lines } = heartbeat;
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (trx) => {
    if (await writeHeartbeat(trx, { ...heartbeat, at })) {
      await publishSeat(trx, station, { user, asleep: false, lines });
    }
  });
  return readSeats(deps, station);
}

/** Notifies each station of its desks that stopped sending heartbeats. */
export async function reportUnresponsiveSeats({ db, clock }: SeatDeps): Promise<void> {
  const before = new Date(clock.now() - ASLEEP_AFTER_MS);
  // This check runs every second and mostly finds no such desk. It saves the transaction, which
  // costs three statements.
  if (!(await hasSilentSeat(db, before))) {
    return;
  }
  await db.transaction().execute(async (trx) => {
    for (const { station, ...seat } of await markAsleep(trx, before)) {
      await publishSeat(trx, station, seat);
    }
  });
}
