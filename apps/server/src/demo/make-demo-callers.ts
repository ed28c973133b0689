import type { EndReason } from "@linedesk/contract";
import { recordEndedCall } from "../callers/callers.ts";
import type { Trx } from "../platform/db/database.ts";
import {
  insertCallerFlag,
  insertFlag,
  insertDemoCaller,
  insertPastCall,
  type NewFlag,
} from "./demo-caller-store.ts";
import type { DemoCaller } from "./demo-callers.ts";

const demoFlags: readonly NewFlag[] = [
  { name: "VIP", colour: "#a006d1", kind: "label", hidden: false },
  { name: "Regular", colour: "#237763", kind: "label", hidden: false },
  { name: "Hoax", colour: "#955f04", kind: "warning", hidden: false },
  { name: "Abusive", colour: "#830d1e", kind: "banned", hidden: false },
  { name: "Prize hunter", colour: "#59626b", kind: "label", hidden: true },
];

interface DemoPast {
  caller: number;
  daysAgo: number;
  waitS: number;
  durationS: number;
  reason: EndReason;
  description: string;
}

function past(caller: number, daysAgo: number, ...rest: [number, number, EndReason, string]) {
  const [waitS, durationS, reason, description] = rest;
  return { caller, daysAgo, waitS, durationS, reason, description } satisfies DemoPast;
}

const pastCalls: readonly DemoPast[] = [
  past(0, 2, 95, 210, "caller_hung_up", "Parking near the hospital"),
  past(0, 16, 40, 0, "caller_hung_up", ""),
  past(0, 61, 120, 340, "operator_hung_up", "Cricket on the radio"),
  past(1, 1, 30, 185, "operator_hung_up", "New bus timetable"),
  past(1, 23, 75, 95, "operator_hung_up", "Dogs on trains"),
  past(2, 5, 200, 410, "caller_hung_up", "Hail on the crops"),
  past(3, 9, 15, 60, "operator_hung_up", "Song request"),
  past(4, 33, 50, 0, "rejected", ""),
  past(5, 12, 65, 150, "operator_hung_up", "School fees"),
  past(8, 7, 25, 80, "operator_hung_up", "Claimed to be the mayor"),
  past(9, 6, 45, 70, "operator_hung_up", "Knew the year of the song"),
  past(11, 48, 30, 110, "operator_hung_up", "Tenth caller of the morning"),
];

const flagged: readonly { caller: number; flag: string; reason: string }[] = [
  { caller: 0, flag: "Regular", reason: "" },
  { caller: 1, flag: "VIP", reason: "Member of the breakfast panel" },
  { caller: 6, flag: "Prize hunter", reason: "" },
  { caller: 8, flag: "Hoax", reason: "Gave a false name on air" },
  { caller: 9, flag: "Abusive", reason: "Swore at the screener twice" },
];

export interface DemoCallersOptions {
  station: string;
  callers: readonly DemoCaller[];
  now: Date;
}

export async function makeDemoCallers(trx: Trx, fields: DemoCallersOptions): Promise<void> {
  const ids: string[] = [];
  for (const caller of fields.callers) {
    ids.push(await insertDemoCaller(trx, fields.station, caller));
  }
  await makeFlags(trx, fields.station, ids);
  for (const one of pastCalls) {
    await makePastCall(trx, { fields, one, id: ids[one.caller] });
  }
}

async function makeFlags(trx: Trx, station: string, callers: readonly string[]): Promise<void> {
  for (const demoFlag of demoFlags) {
    const flag = await insertFlag(trx, station, demoFlag);
    for (const { caller, reason } of flagged.filter((one) => one.flag === demoFlag.name)) {
      const id = callers[caller];
      if (id !== undefined) {
        await insertCallerFlag(trx, { caller: id, flag, reason });
      }
    }
  }
}

async function makePastCall(
  trx: Trx,
  { fields, one, id }: { fields: DemoCallersOptions; one: DemoPast; id: string | undefined },
): Promise<void> {
  const number = fields.callers[one.caller]?.number;
  if (id === undefined || number === undefined) {
    return;
  }
  const arrivedMs = fields.now.getTime() - one.daysAgo * 86_400_000 - one.caller * 1_740_000;
  const answeredMs = arrivedMs + one.waitS * 1000;
  const arrivedAt = new Date(arrivedMs);
  await insertPastCall(trx, {
    station: fields.station,
    caller: id,
    number,
    description: one.description,
    reason: one.reason,
    arrivedAt,
    answeredAt: one.durationS === 0 ? null : new Date(answeredMs),
    endedAt: new Date(answeredMs + one.durationS * 1000),
  });
  await recordEndedCall(trx, { id }, arrivedAt);
}
