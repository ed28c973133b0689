import type { EndpointAnswer, showNumber as showEndpoint } from "@linedesk/contract";
import { findLastCaller } from "../callers/callers.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import { ApiError } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { countShown } from "./numbers-from-store.ts";

const HOUR_MS = 3_600_000;
/** A person who needs more uses the export, which the audit records. */
const SHOWN_AN_HOUR = 30;

/** Returns a full number after the person and the reason are recorded in the audit. */
export async function showNumber(
  db: Db,
  { body, user, actor, isHidden }: ShowRequest,
  now: Date,
): Promise<EndpointAnswer<typeof showEndpoint>> {
  const { station, number, reason, words } = body;
  if (!isHidden) {
    throw new ApiError("number_not_masked", {
      fields: { number: "must_be_as_given" },
    });
  }
  const since = new Date(now.getTime() - HOUR_MS);
  await db.transaction().execute(async (trx) => {
    // Requests run one after the other, because simultaneous requests would not count each other.
    await lockEdit(trx, `number.shown.${user.id}`);
    const caller = await findLastCaller(trx, station, number);
    await recordAudit(trx, {
      actor,
      action: "number.shown",
      station,
      subject: ["caller", caller?.id ?? null],
      details: { reason, words, lastDigits: number.slice(-3) },
    });
    if ((await countShown(trx, { station, user: user.id, since })) > SHOWN_AN_HOUR) {
      throw new ApiError({ reason: "numbers_shown_too_often", params: { count: SHOWN_AN_HOUR } });
    }
  });
  return { numberDisplay: displayNumber(number) };
}

type ShowCall = ApiCall<typeof showEndpoint>;
type ShowRequest = Pick<ShowCall, "body" | "user" | "actor"> & { isHidden: boolean };
