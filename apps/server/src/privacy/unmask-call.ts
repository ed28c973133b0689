import type { CallRecord } from "../calls/store/call-record.ts";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { displayNumber } from "../platform/to-e164.ts";

interface Unmasking {
  call: Pick<CallRecord, "id" | "station" | "number" | "givenNumber">;
  reason: string;
  actor: Actor;
}

/** The whole number, once it stands in the audit who was shown it and why [RL7]. */
export async function unmaskCall(
  db: Db,
  { call, reason, actor }: Unmasking,
): Promise<{ number: string | null; numberDisplay: string }> {
  const { id, station } = call;
  const subject = { station, subjectType: "call", subjectId: id };
  await recordAudit(db, { actor, action: "number.unmasked", ...subject, details: { reason } });
  const number = call.number ?? call.givenNumber;
  return { number, numberDisplay: displayNumber(number) };
}
