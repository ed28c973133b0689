import * as z from "zod";

import { type ErasureProof, erasureProof } from "@linedesk/contract";
import { removeSoundsOfCalls } from "../calls/recordings/remove-recordings.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { forgetAll } from "../telephony/forget-all.ts";
import type { ServiceSet } from "../telephony/service-set.ts";
import type { CallLookup, RecordingControl } from "../telephony/telephony.ts";
import { logErasures } from "./erasure-log.ts";
import {
  beginErasing,
  eraseInAudit,
  erasePerson,
  listAuditSubjects,
  listCalls,
  listErasureEntries,
  listExports,
  listNames,
  listNumbers,
  listStationNumbers,
  lockCallers,
  replaceEvents,
  replaceInHistories,
} from "./erasure-store.ts";
import { type Erased, replaceContactWords, replaceInTexts } from "./replace-in-texts-store.ts";
import { listIdentifying, type PersonWords, writeReplacement } from "./write-person-pattern.ts";

export interface ErasureDeps {
  db: Db;
  /** The file outside the database that lists every erased person. */
  logPath: string;
  services: Pick<ServiceSet<ForgetfulService>, "all" | "of">;
}

interface ForgetfulService {
  service: string;
  telephony: Pick<CallLookup, "forgetCall" | "listCallsWith"> & {
    recordings: Pick<RecordingControl, "remove">;
  };
}

interface Erasure {
  station: string;
  caller: string;
  reason: string;
  dryRun: boolean;
  actor: Actor;
  /** Is true in a restored database, in which calls that look live ended long ago. */
  isRestored?: boolean;
}

const details = z.object({
  reason: z.string(),
  erased: z.array(z.object({ kind: z.string(), count: z.number() })),
  exports: z.array(z.object({ at: z.string(), by: z.string().nullable(), what: z.string() })),
});

/** Thrown in the transaction of a dry run, to roll it back. */
class TrialOverError extends Error {
  override name = "TrialOverError";
  readonly erased: Erased[];

  constructor(erased: Erased[]) {
    super("A trial is rolled back");
    this.erased = erased;
  }
}

/**
 * Erases a person. The person's own data is deleted. Data that is needed for counts stays without
 * the person. Texts get a remark in place of the person's name and numbers. A number that another
 * person shares stays. The telephony service deletes the calls first, because only our data
 * identifies them.
 */
export async function eraseCaller(deps: ErasureDeps, erasure: Erasure): Promise<ErasureProof> {
  if (!erasure.dryRun) {
    await forgetCalls(deps, erasure);
  }
  try {
    const callers = await deps.db.transaction().execute((trx) => eraseWithin(trx, erasure));
    const { station } = erasure;
    await logErasures(deps.logPath, [{ at: new Date().toISOString(), station, callers }]);
  } catch (error) {
    if (error instanceof TrialOverError) {
      return presentTrial(erasure, error.erased);
    }
    throw error;
  }
  const [proof] = await readErasures(deps.db, erasure.station);
  if (proof === undefined) {
    throw new Error("the erasure wrote no proof");
  }
  return proof;
}

async function forgetCalls({ db, services }: ErasureDeps, erasure: Erasure): Promise<void> {
  const { person, calls } = await db.transaction().execute((trx) => findPerson(trx, erasure));
  await removeSoundsOfCalls(
    { db, services },
    calls.map(({ id }) => id),
  );
  const own = new Set(await listStationNumbers(db, erasure.station));
  for (const { telephony } of services.all) {
    const sids = new Set(calls.flatMap((call) => call.sids));
    for (const number of person.numbers) {
      // The service may have calls that no longer have a row here.
      const found = await telephony.listCallsWith(number);
      const ofStation = found.filter(({ from, to }) => own.has(from === number ? to : from));
      ofStation.forEach(({ sid }) => sids.add(sid));
    }
    await forgetAll(telephony, [...sids]);
  }
}

async function findPerson(trx: Trx, { station, caller, isRestored }: Erasure) {
  const callers = await lockCallers(trx, station, caller);
  if (callers.length === 0) {
    throw new ApiError("no_such_caller");
  }
  const known = await listNumbers(trx, { station, callers });
  const numbers = known.filter(({ shared }) => !shared).map(({ number }) => number);
  const person = { station, callers, numbers };
  const calls = await listCalls(trx, person);
  if (isRestored !== true && calls.some(({ isLive }) => isLive)) {
    throw new ApiError("caller_on_call");
  }
  return { person, calls };
}

/** Returns the erased callers. */
async function eraseWithin(trx: Trx, erasure: Erasure): Promise<string[]> {
  const { station, caller, reason, dryRun, actor } = erasure;
  await beginErasing(trx);
  const { person, calls } = await findPerson(trx, erasure);
  const names = await listNames(trx, person);
  const ids = calls.map(({ id }) => id);
  const subjects = await listAuditSubjects(trx, person, ids);
  const own = await erasePerson(trx, person, ids);
  const known = { numbers: person.numbers, names };
  const texts = await eraseTexts(trx, { station, calls: ids, subjects, known });
  const erased = [...own, ...texts].filter(({ count }) => count > 0);
  if (dryRun) {
    throw new TrialOverError(erased);
  }
  const exports = await listExports(trx, station);
  await recordAudit(trx, {
    actor,
    action: "caller.erased",
    station,
    subject: ["caller", caller],
    details: { reason, erased, exports },
  });
  await publish(trx, station, { type: "contact.imported", count: 0 });
  await publish(trx, station, { type: "station.stale" });
  return [...person.callers];
}

interface Traces {
  station: string;
  calls: string[];
  subjects: string[];
  known: PersonWords;
}

async function eraseTexts(trx: Trx, traces: Traces): Promise<Erased[]> {
  const { station, calls, subjects, known } = traces;
  const all = writeReplacement(known);
  if (all === null) {
    return [];
  }
  const scope = { station, includesOwnContacts: calls.length > 0 };
  const texts = await replaceInTexts(trx, { ...scope, replacement: all });
  await replaceContactWords(trx, { ...scope, ...listIdentifying(known) });
  return [
    ...(await replaceEvents(trx, { station, ...all })),
    ...texts,
    ...(await replaceInHistories(trx, { calls, ...all })),
    await eraseInAudit(trx, {
      station,
      subjects,
      replacement: all,
      withOthers: calls.length > 0,
    }),
  ];
}

function presentTrial({ caller, reason }: Erasure, erased: Erased[]): ErasureProof {
  return { id: caller, at: new Date(0).toISOString(), by: null, reason, erased, exports: [] };
}

export async function readErasures(db: Db, station: string): Promise<ErasureProof[]> {
  return (await listErasureEntries(db, station)).map(({ id, at, by, details: stored }) =>
    erasureProof.parse({ id, at: at.toISOString(), by, ...details.parse(stored) }),
  );
}
