import { X509Certificate } from "node:crypto";

import type { Clock } from "@linedesk/base";
import type { Refusal, TrunkChange, TrunkSetup, TrunkTrial } from "@linedesk/contract";
import { SealBrokenError } from "../integrations/secret-seal.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { describeTrial } from "../telephony/describe-trial.ts";
import type { ExchangeSip, GivenTrunk, ProbedTrunk } from "../telephony/exchange-trunks.ts";
import { syncTrunks, type SyncTrunksDeps } from "./sync-trunks.ts";
import {
  listAudited,
  listHosts,
  presentTrunk,
  readExchangeRefusal,
  toTrunkFields,
  writeTrunk,
} from "./trunk-fields.ts";
import {
  deleteTrunk,
  findTrunk,
  findTrunks,
  insertTrunk,
  lockTrunks,
  type TrunkRow,
  updateTrunk,
} from "./trunk-store.ts";

export interface TrunkDeps extends SyncTrunksDeps {
  clock: Pick<Clock, "now">;
  probe: (trunk: GivenTrunk) => Promise<ProbedTrunk>;
  /** Reads the exchange's current trunks; `null` when they are unknown. */
  readSip: () => Promise<ExchangeSip | null>;
}

/** The station, person and trunk of a change; an `id` of `null` adds a trunk. */
export interface TrunkTarget {
  station: string;
  actor: Actor;
  id: string | null;
}

/** No installation has so many trunks. */
const MOST_TRUNKS = 16;

export async function readTrunks(db: Db): Promise<TrunkSetup[]> {
  return (await findTrunks(db)).map(presentTrunk);
}

/**
 * Tests each host of the trunk. The trunk is in use from now on if the test succeeds or `anyway` is
 * set.
 */
export async function saveTrunk(
  deps: TrunkDeps,
  target: TrunkTarget,
  { anyway, version = null, ...change }: TrunkChange & { version?: number | null },
): Promise<{ trunk: TrunkSetup | null; trial: TrunkTrial }> {
  const before = target.id === null ? null : await requireTrunk(deps.db, target.id);
  await requireFreeName(deps, change.name, before);
  requireConsistency(change);
  const password = readPassword(deps, change, before);
  const given = toTrunkFields(change);
  const trial = await probe(deps, writeTrunk({ ...given, asks: true }, password));
  if (!trial.works && !anyway) {
    return { trunk: null, trial };
  }
  const id = before?.id ?? uuidV7();
  const sealed = password === null ? null : deps.seal.seal(password, id);
  const fields = { ...given, password: sealed, asks: asksAfter(trial) };
  const row = await deps.db.transaction().execute(async (trx) => {
    requireRoom(await lockTrunks(trx), { before, name: change.name, version });
    const saved =
      before === null
        ? await insertTrunk(trx, { id, created_at: new Date(deps.clock.now()), ...fields })
        : await updateTrunk(trx, id, fields);
    const action = before === null ? "telephony.trunk_added" : "telephony.trunk_changed";
    await audit(trx, { ...target, id }, action, listAudited(saved));
    return saved;
  });
  await syncTrunks(deps);
  return { trunk: presentTrunk(row), trial };
}

export async function removeTrunk(
  deps: TrunkDeps,
  { id, ...target }: TrunkTarget & { id: string },
): Promise<string> {
  await deps.db.transaction().execute(async (trx) => {
    await lockTrunks(trx);
    const before = await requireTrunk(trx, id);
    await deleteTrunk(trx, id);
    await audit(trx, { ...target, id }, "telephony.trunk_removed", listAudited(before));
  });
  await syncTrunks(deps);
  return id;
}

async function requireTrunk(db: Db, id: string): Promise<TrunkRow> {
  return requireFound(await findTrunk(db, id), "no_such_trunk");
}

/** A trunk of the configuration takes precedence, so no other trunk may have its name. */
async function requireFreeName({ readSip }: TrunkDeps, name: string, before: TrunkRow | null) {
  const trunks = (await readSip())?.trunks ?? [];
  if (name !== before?.name && trunks.some((one) => one.configured && one.name === name)) {
    throw nameTaken();
  }
}

function requireRoom(
  trunks: readonly TrunkRow[],
  { before, name, version }: { before: TrunkRow | null; name: string; version: number | null },
): void {
  if (trunks.some((one) => one.name === name && one.id !== before?.id)) {
    throw nameTaken();
  }
  if (before === null && trunks.length >= MOST_TRUNKS) {
    throw new ApiError({ reason: "trunks_full", params: { most: MOST_TRUNKS } });
  }
  if (before !== null && trunks.find(({ id }) => id === before.id)?.version !== version) {
    throw new ApiError("trunk_changed");
  }
}

function nameTaken(): ApiError {
  return new ApiError("trunk_name_taken", {
    fields: { name: "is_taken" },
  });
}

/** Refuses combinations that the exchange would refuse too, with words in the person's language. */
function requireConsistency(change: GivenChange): void {
  const { username, registers, challenges, authority } = change;
  if (username === null && (registers || challenges)) {
    throw wrong("username", "trunk_user_needed");
  }
  if (change.encryption === "required" && change.transport !== "tls" && !change.keysInClear) {
    throw wrong("encryption", "trunk_keys_need_tls");
  }
  if (authority !== null && !isCertificate(authority)) {
    throw wrong("authority", "is_no_certificate");
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    // The refusal names the field.
    return false;
  }
}

type GivenChange = Omit<TrunkChange, "anyway">;

/**
 * Returns the password of the trunk; `null` without a user name. Throws if no password is given and
 * none is stored for these hosts and this user, or if the stored one cannot be decrypted.
 */
function readPassword(
  { seal }: TrunkDeps,
  change: GivenChange,
  before: TrunkRow | null,
): string | null {
  const { username, password } = change;
  if (username === null || password !== null) {
    return username === null ? null : password;
  }
  const sealed = before !== null && sendsToSame(change, before) ? before.password : null;
  if (before === null || sealed === null) {
    throw wrong("password", "trunk_password_needed");
  }
  try {
    return seal.open(sealed, before.id);
  } catch (error) {
    if (error instanceof SealBrokenError) {
      throw wrong("password", "trunk_password_unreadable");
    }
    throw error;
  }
}

function sendsToSame({ username, hosts, registrar }: GivenChange, before: TrunkRow): boolean {
  const known = [...listHosts(before), before.registrar];
  return before.username === username && [...hosts, registrar ?? hosts[0]].every(isKnown);
  function isKnown(host: string | undefined): boolean {
    return known.some((one) => one === host);
  }
}

function wrong(field: string, refusal: Refusal): ApiError {
  return new ApiError("trunk_unusable", {
    fields: { [field]: refusal },
  });
}

async function probe(deps: TrunkDeps, trunk: GivenTrunk): Promise<TrunkTrial> {
  const probed = await deps.probe(trunk);
  if (probed.type === "wrong") {
    const { field, detail } = readExchangeRefusal(probed.message);
    throw wrong(field, { reason: "trunk_refused", params: { detail } });
  }
  if (probed.type === "away") {
    throw new ApiError("exchange_away");
  }
  return describeTrial(probed.test);
}

/**
 * Returns false for a trunk that registers but does not answer OPTIONS, so that it does not count
 * as down.
 */
function asksAfter({ works, hosts }: TrunkTrial): boolean {
  const registers = hosts.some(({ register }) => register !== null);
  return !works || !registers || hosts.some(({ options }) => options?.reason === "trunk_answers");
}

async function audit(
  trx: Trx,
  { station, id, actor }: TrunkTarget,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(trx, { actor, action, station, subject: ["trunk", id], details });
}
