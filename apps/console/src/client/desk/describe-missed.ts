import type { Call, EndReason } from "@linedesk/contract";
import { isWaiting } from "../store/select-calls.ts";

/** More are counted: nobody reads a list of names who has just come back. */
const MOST_NAMES = 4;

const endings: Record<EndReason, (name: string) => string> = {
  caller_hung_up: (name) => `${name} hung up`,
  operator_hung_up: (name) => `the call with ${name} was ended`,
  rejected: (name) => `${name} was rejected`,
  line_closed: (name) => `${name} found the line closed`,
  blocked: (name) => `${name} was blocked`,
  forwarded: (name) => `${name} was forwarded`,
  no_answer: (name) => `${name} did not answer`,
  busy: (name) => `${name} was busy`,
  failed: (name) => `the call with ${name} failed`,
  time_limit: (name) => `the call with ${name} reached its time limit`,
  exchange_lost: (name) => `the exchange lost ${name}`,
};

export interface Absence {
  before: Record<string, Call>;
  now: readonly Call[];
  /** Those of before that have ended. */
  ended: readonly Call[];
  me: string | null;
}

function nameOf({ caller }: Call): string {
  return caller.name ?? caller.numberDisplay;
}

/** What happened while nobody could see it [CN22]; null when nothing did. */
export function describeMissed({ before, now, ended, me }: Absence): string | null {
  const arrived = now.filter((call) => before[call.id] === undefined && isWaiting(call)).length;
  const changes = [
    ...ended.flatMap((call) =>
      call.desk.status === "ended" ? [endings[call.desk.reason](nameOf(call))] : [],
    ),
    ...now.flatMap((call) => describeTaken(before[call.id], call, me)),
  ];
  const shown = changes.slice(0, MOST_NAMES);
  const parts = [
    ...(arrived === 0 ? [] : [arrived === 1 ? "1 new call" : `${arrived} new calls`]),
    ...shown,
    ...(changes.length > shown.length ? [`${changes.length - shown.length} more`] : []),
  ];
  return parts.length === 0 ? null : `While you were away: ${parts.join(", ")}`;
}

function describeTaken(before: Call | undefined, now: Call, me: string | null): string[] {
  if (before === undefined) {
    return [];
  }
  const holder = "holder" in now.desk ? now.desk.holder : null;
  if (now.desk.status === "held" && now.desk.unattended) {
    const wasAttended = !(before.desk.status === "held" && before.desk.unattended);
    return wasAttended ? [`${nameOf(now)} is unattended`] : [];
  }
  const isTaken = isWaiting(before) && holder !== null && holder.user !== me;
  return isTaken ? [`${holder.name} took ${nameOf(now)}`] : [];
}
