import type { EndReason, FlagKind } from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import type { DemoCaller } from "./demo-callers.ts";

export async function insertDemoCaller(
  trx: Trx,
  station: string,
  { name, location, number }: DemoCaller,
): Promise<string> {
  const id = uuidV7();
  await trx.insertInto("caller").values({ id, station_id: station, name, location }).execute();
  await trx
    .insertInto("caller_number")
    .values({ station_id: station, number, caller_id: id })
    .execute();
  return id;
}

export interface NewFlag {
  name: string;
  colour: string;
  kind: FlagKind;
  hidden: boolean;
}

export async function insertFlag(trx: Trx, station: string, flag: NewFlag): Promise<string> {
  const { hidden, ...shown } = flag;
  const id = uuidV7();
  await trx
    .insertInto("flag")
    .values({ id, station_id: station, ...shown, hidden_by_default: hidden })
    .execute();
  return id;
}

export async function insertCallerFlag(
  trx: Trx,
  carried: { caller: string; flag: string; reason: string },
): Promise<void> {
  await trx
    .insertInto("caller_flag")
    .values({ caller_id: carried.caller, flag_id: carried.flag, reason: carried.reason })
    .execute();
}

export interface PastCall {
  station: string;
  caller: string;
  number: string;
  description: string;
  reason: EndReason;
  arrivedAt: Date;
  answeredAt: Date | null;
  endedAt: Date;
}

export async function insertPastCall(trx: Trx, past: PastCall): Promise<void> {
  const { reason, endedAt } = past;
  const desk = { status: "ended", reason, at: endedAt.toISOString(), verified: false };
  await trx
    .insertInto("call")
    .values({
      id: uuidV7(past.arrivedAt.getTime()),
      arrived_at: past.arrivedAt,
      station_id: past.station,
      phone_line_id: null,
      direction: "inbound",
      call_sid: null,
      number: past.number,
      caller_id: past.caller,
      call_state: JSON.stringify({ status: "ended", reason: "completed" }),
      desk: JSON.stringify(desk),
      description: past.description,
      answered_at: past.answeredAt,
      ended_at: endedAt,
      reason,
      changed_at: endedAt,
    })
    .execute();
}
