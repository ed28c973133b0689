import {
  addCallerNumber,
  createCallerOf,
  findLastCaller,
  updateCallerDetails,
} from "../callers/callers.ts";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toE164 } from "../platform/to-e164.ts";
import { changeCall, type CallDeps } from "./change-call.ts";
import type { CallRecord } from "./store/call-record.ts";

/**
 * Stores a number that a caller with a withheld number gives, and marks it as given. The known
 * caller with this number becomes the caller of the call. A given number does not count where the
 * network's number is required, for example in contests.
 */
export async function giveNumber(
  deps: CallDeps,
  { call, number: written, actor }: { call: string; number: string; actor: Actor },
): Promise<CallRecord> {
  const number = toE164(written);
  if (number === null) {
    throw new ApiError("not_dialled_as_number", {
      fields: { number: "must_be_number" },
    });
  }
  const { after } = await changeCall(deps, { call, actor }, async (locked, trx) => {
    if (locked.number !== null) {
      throw new ApiError("network_gave_number");
    }
    const known = await findOrNameCaller(trx, locked, number);
    return {
      fields: { givenNumber: number, ...known },
      action: "call.number_given",
    };
  });
  return after;
}

async function findOrNameCaller(trx: Trx, call: CallRecord, number: string) {
  const { station } = call;
  const known = await findLastCaller(trx, station, number);
  if (known === null) {
    const caller = call.caller?.id ?? null;
    if (caller === null || call.givenNumber !== null) {
      return {
        caller: await createCallerOf(trx, station, number),
        earlierCalls: 0,
        lastCallAt: null,
      };
    }
    await addCallerNumber(trx, { station, number, caller });
    return { caller, earlierCalls: 0, lastCallAt: null };
  }
  const { name, location } = call.givenNumber === null ? (call.caller ?? nobody) : nobody;
  await updateCallerDetails(trx, known.id, {
    ...(known.name === null && name !== null ? { name } : {}),
    ...(known.location === null && location !== null ? { location } : {}),
  });
  const { id: caller, endedCalls: earlierCalls, lastCallAt } = known;
  return { caller, earlierCalls, lastCallAt };
}

const nobody = { name: null, location: null };
