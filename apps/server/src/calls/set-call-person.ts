import { requireCurrentCaller } from "../callers/caller-changes.ts";
import {
  addCallerNumber,
  createCaller,
  findCallerOfStation,
  updateCallerDetails,
} from "../callers/callers.ts";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { changeCall, isEnded, type CallDeps } from "./change-call.ts";
import type { CallRecord } from "./store/call-record.ts";

export interface CallPerson {
  call: string;
  caller: string | undefined;
  name: string | undefined;
  by: string;
  actor: Actor;
}

/**
 * Assigns this call and later calls from its number to another person who uses the same telephone.
 * Every seat shows the change. Earlier calls stay with the first person.
 */
export async function setCallPerson(deps: CallDeps, wanted: CallPerson): Promise<CallRecord> {
  const { call, actor } = wanted;
  const { after } = await changeCall(deps, { call, actor }, async (locked, trx) => {
    if (isEnded(locked)) {
      throw new ApiError("caller_hung_up");
    }
    const number = locked.number ?? locked.givenNumber;
    if (number === null) {
      throw new ApiError("call_number_withheld");
    }
    const person = await findOrAddPerson(trx, { ...wanted, station: locked.station, number });
    const callers = [...(locked.caller === null ? [] : [locked.caller.id]), person.caller];
    await publish(trx, locked.station, { type: "caller.changed", callers });
    return { fields: person, action: "call.person_set", details: { caller: person.caller } };
  });
  return after;
}

interface WantedPerson extends CallPerson {
  station: string;
  number: string;
}

async function findOrAddPerson(trx: Trx, { station, number, ...wanted }: WantedPerson) {
  if (wanted.caller === undefined) {
    const caller = await createCaller(trx, station);
    await addCallerNumber(trx, { station, number, caller });
    await updateCallerDetails(trx, caller, { name: wanted.name?.trim() ?? "", by: wanted.by });
    return { caller, earlierCalls: 0, lastCallAt: null };
  }
  const { id } = await requireCurrentCaller(trx, { station, caller: wanted.caller });
  const known = requireFound(
    await findCallerOfStation(trx, { id, station, number }),
    "caller_has_other_number",
  );
  const { endedCalls: earlierCalls, lastCallAt } = known;
  return { caller: id, earlierCalls, lastCallAt };
}
