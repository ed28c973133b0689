import {
  type NumbersFrom,
  type Privacy,
  type Retention,
  type RetentionKind,
  retentionKinds,
  type RetentionPreview,
} from "@linedesk/contract";
import { type RemovalDeps, removeOldRecordings } from "../calls/recordings/remove-recordings.ts";
import { readMembers } from "../people/members.ts";
import { type Actor, recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { mergeChanges } from "../platform/http/merge-changes.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import { forgetAll } from "../telephony/forget-all.ts";
import type { CallLookup } from "../telephony/telephony.ts";
import { findNumbersFrom, updateNumbersFrom } from "./numbers-from-store.ts";
import {
  countOverdue,
  findRetention,
  listRetentionStations,
  listCallsToForget,
  removeForgottenCallers,
  removeOverdue,
  removeSids,
  saveRetention,
  type DatabaseKind,
} from "./retention-store.ts";

const DAY_MS = 86_400_000;
const BATCH_SIZE = 2_000;
/** The next run handles the rest, if there is more. */
const MOST_BATCHES = 50;

export async function readPrivacy(db: Db, station: string): Promise<Privacy> {
  return {
    retention: await findRetention(db, station),
    numbersFrom: await findNumbersFrom(db, station),
  };
}

interface PrivacyChange {
  station: string;
  privacy: Privacy;
  seen?: Privacy | undefined;
  actor: Actor;
  mayUnmask: boolean;
}

export async function savePrivacy(
  db: Db,
  { station, privacy, seen, actor, mayUnmask }: PrivacyChange,
): Promise<Privacy> {
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `privacy.${station}`);
    const before = await readPrivacy(trx, station);
    const { numbersFrom = null, ...retention } = mergeChanges({
      before: spread(before),
      wanted: { ...spread(before), ...spread(privacy) },
      seen: seen && spread(seen),
    });
    if (numbersFrom !== before.numbersFrom && !mayUnmask) {
      throw new ApiError("masked_changes_no_masking", {
        fields: { numbersFrom: "is_not_yours_to_change" },
      });
    }
    await saveRetention(trx, station, retention);
    if (numbersFrom !== before.numbersFrom) {
      await changeNumbersFrom(trx, station, numbersFrom);
    }
    const details = { before, after: { retention, numbersFrom } };
    await recordAudit(trx, { actor, action: "privacy.changed", station, details });
    return readPrivacy(trx, station);
  });
}

function spread({ retention, numbersFrom }: Privacy) {
  return { ...retention, ...(numbersFrom === undefined ? {} : { numbersFrom }) };
}

/** Takes effect immediately: the sockets of all members end, and consoles read everything again. */
async function changeNumbersFrom(trx: Trx, station: string, from: NumbersFrom): Promise<void> {
  await updateNumbersFrom(trx, station, from);
  for (const { user } of await readMembers(trx, station)) {
    await publishToUser(trx, user, { type: "rights.changed" });
  }
}

function listPeriods(periods: Retention, now: Date): { kind: RetentionKind; before: Date }[] {
  return retentionKinds.flatMap((kind) => {
    const days = periods[kind];
    return days === null ? [] : [{ kind, before: new Date(now.getTime() - days * DAY_MS) }];
  });
}

export async function previewRetention(
  db: Db,
  { station, periods, now }: { station: string; periods: Retention; now: Date },
): Promise<RetentionPreview[]> {
  const found: RetentionPreview[] = [];
  for (const { kind, before } of listPeriods(periods, now)) {
    const { rows, oldest } = await countOverdue(db, kind, { station, before });
    found.push({ kind, rows, oldest: oldest?.toISOString() ?? null });
  }
  return found;
}

export async function applyRecordingRetention(deps: RemovalDeps, now: Date): Promise<void> {
  for (const station of await listRetentionStations(deps.db)) {
    const periods = await findRetention(deps.db, station);
    for (const { kind, before } of listPeriods(periods, now)) {
      if (kind === "recordings") {
        await removeOldRecordings(deps, { station, before, now });
      }
    }
  }
}

/**
 * Makes the telephony service delete the old calls from which retention has removed the person. It
 * also deletes old calls that are not in the station's database because they arrived while the
 * server was down.
 */
async function forgetOldCalls(deps: ForgetDeps, of: Overdue): Promise<void> {
  await inBatches(async (limit) => {
    const calls = await listCallsToForget(deps.db, { ...of, limit });
    for (const { telephony } of deps.services.all) {
      await forgetAll(
        telephony,
        calls.flatMap(({ sids }) => sids),
      );
    }
    await removeSids(deps.db, calls);
    return calls.length;
  });
  for (const { number } of await readPhoneLines(deps.db, of.station)) {
    for (const { telephony } of deps.services.all) {
      await forgetAll(telephony, await telephony.listOldCallsTo(number, of.before));
    }
  }
}

export async function forgetOverdueCalls(deps: ForgetDeps, now: Date): Promise<void> {
  for (const station of await listRetentionStations(deps.db)) {
    const periods = await findRetention(deps.db, station);
    for (const { kind, before } of listPeriods(periods, now)) {
      if (kind === "calls") {
        await forgetOldCalls(deps, { station, before });
      }
    }
  }
}

export async function applyRetention(db: Db, now: Date): Promise<void> {
  for (const station of await listRetentionStations(db)) {
    const periods = await findRetention(db, station);
    for (const { kind, before } of listPeriods(periods, now)) {
      if (kind === "recordings") {
        continue;
      }
      const rows = await removeAll(db, kind, { station, before });
      const callers = kind === "calls" ? await removeCallers(db, { station, before }) : 0;
      if (rows + callers > 0) {
        const details = { kind, rows, before: before.toISOString(), callers };
        await recordAudit(db, {
          actor: systemActor,
          action: "retention.applied",
          station,
          details,
        });
      }
    }
  }
}

export interface ForgetDeps {
  db: Db;
  services: {
    all: readonly { telephony: Pick<CallLookup, "forgetCall" | "listOldCallsTo"> }[];
  };
}

interface Overdue {
  station: string;
  before: Date;
}

async function removeAll(db: Db, kind: DatabaseKind, of: Overdue): Promise<number> {
  return inBatches((limit) =>
    db.transaction().execute((trx) => removeOverdue(trx, kind, { ...of, limit })),
  );
}

async function removeCallers(db: Db, of: Overdue): Promise<number> {
  return inBatches((limit) =>
    db.transaction().execute((trx) => removeForgottenCallers(trx, { ...of, limit })),
  );
}

/** Uses short transactions, so that no desk waits for them. */
async function inBatches(removeSome: (limit: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const some = await removeSome(BATCH_SIZE);
    removed += some;
    if (some < BATCH_SIZE) {
      break;
    }
  }
  return removed;
}
