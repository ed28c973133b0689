import type { Call } from "@linedesk/contract";
import { describeCaller } from "../store/describe-caller.ts";
import { isWaiting } from "../store/select-calls.ts";
import { pageWords } from "../words/page-words.ts";

/** More are counted: nobody reads a list of names who has just come back. */
const MOST_NAMES = 4;

export interface Absence {
  before: Record<string, Call>;
  now: readonly Call[];
  ended: readonly Call[];
  cameAndWent: number;
  me: string | null;
}

/** What happened while nobody could see it; null when nothing did. */
export function describeMissed({ before, now, ended, cameAndWent, me }: Absence): string | null {
  const t = pageWords();
  const arrived = now.filter((call) => before[call.id] === undefined && isWaiting(call)).length;
  const changes = [
    ...ended.flatMap((call) =>
      call.desk.status === "ended"
        ? [t(`notices.missed.ended.${call.desk.reason}`, { name: describeCaller(call) })]
        : [],
    ),
    ...now.flatMap((call) => describeTaken(before[call.id], call, me)),
  ];
  const shown = changes.slice(0, MOST_NAMES);
  const rest = changes.length - shown.length;
  const parts = [
    ...(arrived === 0 ? [] : [t("notices.missed.arrived", { count: arrived })]),
    ...(cameAndWent === 0 ? [] : [t("notices.missed.cameAndWent", { count: cameAndWent })]),
    ...shown,
    ...(rest === 0 ? [] : [t("notices.missed.more", { count: String(rest) })]),
  ];
  return parts.length === 0 ? null : t("notices.missed.all", { parts: parts.join(", ") });
}

function describeTaken(before: Call | undefined, now: Call, me: string | null): string[] {
  // Whom a colleague rang was missed by nobody.
  if (before === undefined && now.direction !== "inbound") {
    return [];
  }
  const name = describeCaller(now);
  const holder = "holder" in now.desk ? now.desk.holder : null;
  if (now.desk.status === "held" && now.desk.unattended) {
    const wasAttended = !(before?.desk.status === "held" && before.desk.unattended);
    return wasAttended ? [pageWords()("notices.missed.unattended", { name })] : [];
  }
  const wasFree = before === undefined || isWaiting(before);
  const isTaken = wasFree && holder !== null && holder.user !== me;
  return isTaken ? [pageWords()("notices.missed.taken", { holder: holder.name, name })] : [];
}
