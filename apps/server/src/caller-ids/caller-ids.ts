import { type Clock, TWILIO_CODES } from "@linedesk/base";
import type { StationCallerId } from "@linedesk/contract";
import { checkDialled } from "../calls/dialling/check-dialled.ts";
import { chooseExchange } from "../calls/dialling/choose-exchange.ts";
import type { DiallingConfig } from "../config/dialling-config.ts";
import { type Actor, recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import { publish } from "../platform/realtime/publish.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { findOwnNumber } from "../stations/caller-id.ts";
import { findLineOfNumber, readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import type { ServiceSet } from "../telephony/service-set.ts";
import type { TelephonyService } from "../telephony/telephony-service.ts";
import { TelephonyError } from "../telephony/telephony.ts";
import {
  type CallerIdRow,
  countRequests,
  deleteRow,
  listRows,
  lockRow,
  lockRowById,
  updateInUse,
  updateRow,
  upsertCalling,
} from "./caller-id-store.ts";

export interface CallerIdDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  services: ServiceSet<TelephonyService>;
  dialling: Pick<DiallingConfig, "allowed" | "refused">;
  /** The numbers that carriers have assigned; `null` when the service shows its own number. */
  numberPool: ReadonlySet<string> | null;
}

/** This limit is enough: ringing and three attempts to enter the code take four minutes. */
const CALLING_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Each request rings a real telephone, so the requests of a station are limited. */
const REQUESTS_AN_HOUR = 10;
const MOST = 20;

export async function readCallerIds(
  { db, clock }: Pick<CallerIdDeps, "db" | "clock">,
  station: string,
): Promise<StationCallerId[]> {
  const now = clock.now();
  return (await listRows(db, station)).map((row) => presentCallerId(row, now));
}

/** A call that has no result after `CALLING_MS` counts as failed. */
function presentCallerId(row: CallerIdRow, now: number): StationCallerId {
  const isLost = row.state === "calling" && row.requestedAt.getTime() + CALLING_MS < now;
  const { id, number, name, inUse } = row;
  const state = isLost ? "failed" : row.state;
  return {
    id,
    number,
    numberDisplay: displayNumber(number),
    name,
    state,
    inUse,
    code: state === "calling" ? row.code : null,
    requestedAt: row.requestedAt.toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
  };
}

interface Verification {
  station: string;
  number: string;
  name: string | undefined;
  actor: Actor;
}

/**
 * Calls the number; the person who answers enters the returned code as DTMF digits. The row is
 * stored before the call, so that it exists when the result arrives.
 */
export async function verifyCallerId(
  deps: CallerIdDeps,
  { station, number: written, name, actor }: Verification,
): Promise<StationCallerId> {
  const number = await readVerifiable(deps, written);
  const from = await chooseShown(deps, station);
  const label = name ?? displayNumber(number);
  const service = await chooseExchange(deps);
  const { telephony, urls } = deps.services.of({ service });
  const at = new Date(deps.clock.now());
  const id = await deps.db.transaction().execute(async (trx) => {
    await assertMayAsk(trx, { station, number, now: at });
    const requested = await upsertCalling(trx, { station, number, name: label, service, at });
    await record(trx, { station, actor, callerId: requested, action: "caller_id.requested" });
    return requested;
  });
  try {
    const statusUrl = urls.callerIdVerified(id, at.getTime());
    const code = await telephony.verifyCallerId({ number, name: label, statusUrl, from });
    return await saveVerification(deps, { station, callerId: id, state: "calling", code });
  } catch (error) {
    await saveVerification(deps, { station, callerId: id, state: "failed", code: null });
    throw explainRefusal(error);
  }
}

/**
 * Returns the number that the called person sees: one of the station's own, otherwise a carrier's
 * number that no station uses. `null` means that the service shows its own number.
 */
async function chooseShown(
  { db, numberPool }: Pick<CallerIdDeps, "db" | "numberPool">,
  station: string,
): Promise<string | null> {
  if (numberPool === null) {
    return null;
  }
  const own = await findOwnNumber(db, station);
  const taken = new Set((await readPhoneLines(db)).map((line) => line.number));
  const shown = own ?? [...numberPool].find((number) => !taken.has(number));
  if (shown === undefined) {
    throw new ApiError("station_without_number");
  }
  return shown;
}

/** Returns a refusal for an error that concerns the number, and any other error unchanged. */
function explainRefusal(cause: unknown): unknown {
  const code = cause instanceof TelephonyError ? cause.serviceCode : null;
  if (code === TWILIO_CODES.PHONE_NUMBER_ALREADY_VALIDATED) {
    return new ApiError("caller_id_known_at_service", { cause });
  }
  if (code === TWILIO_CODES.TOO_MANY_REQUESTS) {
    return new ApiError("caller_id_service_busy", { cause });
  }
  return cause;
}

async function readVerifiable(deps: CallerIdDeps, written: string): Promise<string> {
  const verdict = checkDialled(written, deps.dialling);
  if (verdict.status === "refused") {
    throw new ApiError("dialling_rules_refuse", { fields: { number: verdict.reason } });
  }
  if ((await findLineOfNumber(deps.db, verdict.number)) !== null) {
    throw new ApiError("caller_id_is_phone_line");
  }
  return verdict.number;
}

async function assertMayAsk(
  trx: Trx,
  { station, number, now }: { station: string; number: string; now: Date },
): Promise<void> {
  await lockEdit(trx, `caller_id.${station}`);
  const known = (await listRows(trx, station)).map((row) => presentCallerId(row, now.getTime()));
  const same = known.find((one) => one.number === number);
  if (same?.state === "verified") {
    throw new ApiError("caller_id_verified");
  }
  if (same?.state === "calling") {
    throw new ApiError("caller_id_being_phoned");
  }
  if (same === undefined && known.length >= MOST) {
    throw new ApiError({ reason: "caller_ids_full", params: { most: MOST } });
  }
  const since = new Date(now.getTime() - HOUR_MS);
  if ((await countRequests(trx, station, since)) >= REQUESTS_AN_HOUR) {
    throw new ApiError("caller_ids_phoned_too_often");
  }
}

/** Stores the state, unless the service's result is already stored, and notifies every desk. */
async function saveVerification(
  { db, clock }: CallerIdDeps,
  change: { station: string; callerId: string; state: "calling" | "failed"; code: string | null },
): Promise<StationCallerId> {
  const { station, callerId, state, code } = change;
  return db.transaction().execute(async (trx) => {
    const row = await requireRow(trx, { station, callerId });
    const isOpen = row.state === "calling";
    if (isOpen) {
      await updateRow(trx, callerId, { state, code });
      await publish(trx, station, { type: "caller_id.changed" });
    }
    return presentCallerId(isOpen ? { ...row, state, code } : row, clock.now());
  });
}

export interface VerificationResult {
  callerId: string;
  requestedAt: number;
  serviceSid: string | null;
}

/** Stores the telephony service's result. A result of an earlier call is ignored. */
export async function handleVerified(
  { db, clock }: Pick<CallerIdDeps, "db" | "clock">,
  { callerId, requestedAt, serviceSid }: VerificationResult,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockRowById(trx, callerId);
    if (row === null || row.state !== "calling" || row.requestedAt.getTime() !== requestedAt) {
      return;
    }
    const verified = { serviceSid: serviceSid ?? "", verifiedAt: new Date(clock.now()) };
    const isVerified = serviceSid !== null;
    await updateRow(trx, callerId, {
      state: isVerified ? "verified" : "failed",
      code: null,
      ...(isVerified ? verified : {}),
    });
    const action = isVerified ? "caller_id.verified" : "caller_id.not_verified";
    await record(trx, { station: row.station, actor: systemActor, callerId, action });
    await publish(trx, row.station, { type: "caller_id.changed" });
  });
}

interface CallerIdChange {
  station: string;
  callerId: string;
  actor: Actor;
}

interface Shown {
  /** The number that outgoing calls show; `null` for a phone line's number. */
  shown: string | null;
}

export async function showCallerId(
  { db, clock }: CallerIdDeps,
  { inUse, seen, ...change }: CallerIdChange & { inUse: boolean; seen?: Seen<Shown> | undefined },
): Promise<StationCallerId> {
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `caller_id.${change.station}`);
    const row = await requireRow(trx, change);
    const rows = await listRows(trx, change.station);
    const before = { shown: rows.find((one) => one.inUse)?.number ?? null };
    mergeChanges<Shown>({ before, wanted: { shown: inUse ? row.number : null }, seen });
    if (inUse && row.state !== "verified") {
      throw new ApiError("caller_id_unverified");
    }
    await updateInUse(trx, change, inUse);
    await record(trx, { ...change, action: inUse ? "caller_id.shown" : "caller_id.not_shown" });
    await publish(trx, change.station, { type: "caller_id.changed" });
    return presentCallerId({ ...row, inUse }, clock.now());
  });
}

/**
 * Removes the caller ID at the telephony service and then from our database, so that no call shows
 * it.
 */
export async function removeCallerId({ db, services }: CallerIdDeps, change: CallerIdChange) {
  return db.transaction().execute(async (trx) => {
    const row = await requireRow(trx, change);
    // A service that the settings no longer name shows no number.
    const at = services.find(row.service);
    if (row.serviceSid !== null && at !== null) {
      await at.telephony.removeCallerId(row.serviceSid);
    }
    await deleteRow(trx, row.id);
    await record(trx, { ...change, action: "caller_id.removed" });
    await publish(trx, change.station, { type: "caller_id.changed" });
    return row.id;
  });
}

async function requireRow(trx: Trx, named: { station: string; callerId: string }) {
  return requireFound(await lockRow(trx, named), "no_such_caller_id");
}

async function record(trx: Trx, { callerId, ...entry }: CallerIdChange & { action: string }) {
  await recordAudit(trx, { ...entry, subject: ["caller_id", callerId] });
}
