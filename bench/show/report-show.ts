import { percentile } from "../support/percentiles.ts";
import { infoRow, limitRow, type Row } from "../support/row.ts";
import type { BookedAct, BookedCall } from "./accounts.ts";
import type { ScriptedCaller, CallerEnd } from "./audience.ts";
import { compareAims } from "./compare-aims.ts";
import type { Hand } from "./hand.ts";

export interface PlayedShow {
  callers: readonly ScriptedCaller[];
  ends: readonly CallerEnd[];
  calls: readonly BookedCall[];
  acts: readonly BookedAct[];
  lapse: number;
}

/** The reasons of calls that an operator ended. */
const decided = new Set(["operator_hung_up", "rejected"]);

/**
 * Lists callers who do not have exactly one record, or whose call ended without a decision of a
 * person.
 */
export function listLost({ callers, ends, calls }: PlayedShow): string[] {
  return callers.flatMap(({ number, shown }) => {
    const booked = calls.filter((call) => call.number === number);
    const [call] = booked;
    const end = ends.find(({ caller }) => caller.number === number);
    if (booked.length !== 1 || call === undefined || end === undefined) {
      return [`${shown} has ${booked.length} records`];
    }
    if (!call.isOver || call.leavings !== 1) {
      return [`${shown} left ${call.leavings} times`];
    }
    const isExplained = end.how === "hung_up" || decided.has(call.reason ?? "");
    return isExplained ? [] : [`${shown} was ${end.how}: ${call.reason}`];
  });
}

function countCalls(calls: readonly BookedCall[], is: (call: BookedCall) => boolean): number {
  return calls.filter(is).length;
}

function sum(hands: readonly Hand[], of: "clicks" | "keys" | "letters"): number {
  return hands.reduce((total, hand) => total + hand[of], 0);
}

function inShowTime(ms: number, lapse: number): string {
  const seconds = Math.round((ms * lapse) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function reportShow(show: PlayedShow, hands: readonly Hand[]): Row[] {
  const { calls, acts, lapse, callers } = show;
  const refused = new Set(acts.filter(({ does }) => does === "rejected").map((act) => act.number));
  const handled = countCalls(calls, (call) => call.isAnswered || call.reason === "rejected");
  const toAir = calls.flatMap(({ toAirMs }) => toAirMs ?? []);
  const aims = compareAims(
    hands.flatMap((hand) => hand.aims),
    acts.filter(({ does, number }) => does !== "rejected" || !isSentOff(number, show, hands)),
  );
  const lost = listLost(show);
  const pressed = sum(hands, "clicks") + sum(hands, "keys");
  const name = `show of an hour in ${Math.round(3600 / lapse)} s, ${callers.length} callers`;
  const left = countCalls(calls, ({ isAnswered, reason }) => !isAnswered && reason !== "rejected");
  const talked = countCalls(calls, ({ isAnswered }) => isAnswered);
  return [
    limitRow(`${name}: lost`, lost.length === 0 ? "0" : `${lost.length}: ${lost[0]}`, {
      beside: "0, each with one record",
      holds: lost.length === 0,
    }),
    limitRow(
      `${name}: wrong targets`,
      `${aims.wrong.length} of ${aims.aimed} ${aims.wrong.join(", ")}`,
      {
        beside: "0",
        holds: aims.wrong.length === 0,
      },
    ),
    infoRow(
      `${name}: actions with their result`,
      `${aims.right} on the intended caller, ${aims.overtaken} on another by Next, ${aims.nothing} without effect`,
    ),
    infoRow(
      `${name}: calls handled an hour`,
      `${handled}: ${talked} talked with, ${toAir.length} of them on air, ${refused.size} rejected`,
      `${left} hung up before`,
    ),
    infoRow(
      `${name}: actions a handled call`,
      `${(pressed / handled).toFixed(1)} clicks and keys`,
      `and ${(sum(hands, "letters") / handled).toFixed(0)} letters of names, places and points`,
    ),
    infoRow(
      `${name}: ring to air (${toAir.length})`,
      `p50 ${inShowTime(percentile(toAir, 0.5), lapse)}, p95 ${inShowTime(percentile(toAir, 0.95), lapse)} min of the show`,
      `p50 ${(percentile(toAir, 0.5) / 1_000).toFixed(1)} s of the clock`,
    ),
  ];
}

/** Returns true for a caller whom the bulk rejection at the end rejected, which nobody aimed at. */
function isSentOff(number: string, { acts }: PlayedShow, hands: readonly Hand[]): boolean {
  const aimed = hands.some((hand) =>
    hand.aims.some((aim) => aim.does === "rejected" && aim.caller.number === number),
  );
  return !aimed && acts.some((act) => act.number === number && act.does === "rejected");
}
