import type { Clock } from "@linedesk/base";
import type { Contact, ErrorReason, Refusal } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { toContactNumber } from "../platform/read-written-number.ts";
import { displayNumber } from "../platform/to-e164.ts";
import {
  countStoredContacts,
  findContact,
  findRemovedContact,
  insertContacts,
  updateContact,
  type ContactScope,
  type ContactRow,
} from "./contact-store.ts";
import { listContactWords, toSortName } from "./contact-words.ts";
import { publishChange, recordChange, recordContactAudit, type Change } from "./record-contact.ts";

export interface ContactDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

export interface ContactDetails {
  name: string;
  tags: string[];
  note: string;
  favourite: boolean;
}

/** No person has so many contacts. A book without a limit could fill the disk. */
const MOST_OWN_CONTACTS = 10_000;
const MOST_OF_STATION = 250_000;

export const RESTORE_MS = 8_000;

export interface NewContact extends ContactDetails {
  number: string;
}

interface Addition {
  scope: ContactScope;
  by: string;
  at: Date;
  contacts: readonly NewContact[];
}

export async function addNewContacts(
  trx: Trx,
  { scope, by, at, contacts }: Addition,
): Promise<string[]> {
  const isPerson = scope.owner === "person";
  await assertRoom(trx, scope, contacts.length);
  const rows = contacts.map(({ number, ...details }) => ({
    id: uuidV7(),
    station_id: isPerson ? null : scope.station,
    show: scope.show,
    user_id: isPerson ? scope.user : null,
    number,
    ...details,
    sort_name: toSortName(details.name),
    past_numbers: [],
    words: listContactWords({ ...details, numbers: [number] }),
    changed_by: by,
    changed_at: at,
  }));
  return insertContacts(trx, rows);
}

/**
 * Throws when the books have no room for these contacts. Additions to the same books run one after
 * the other, so that the limit applies to their sum.
 */
async function assertRoom(trx: Trx, scope: ContactScope, more: number): Promise<void> {
  if (more === 0) {
    return;
  }
  const isPerson = scope.owner === "person";
  await lockEdit(trx, `contacts.${isPerson ? scope.user : scope.station}`);
  const most = isPerson ? MOST_OWN_CONTACTS : MOST_OF_STATION;
  if ((await countStoredContacts(trx, scope)) + more > most) {
    const reason = isPerson ? "own_contacts_full" : "station_contacts_full";
    throw new ApiError({ reason, params: { most } });
  }
}

export async function addContact(
  { db, clock }: ContactDeps,
  { number: written, details, ...change }: Change & { number: string; details: ContactDetails },
): Promise<Contact> {
  const number = requireNumber(written);
  return db.transaction().execute(async (trx) => {
    const at = new Date(clock.now());
    const contacts = [{ ...details, number }];
    const [id] = await addNewContacts(trx, { ...change, at, contacts });
    if (id === undefined) {
      throw await describeDuplicate(trx, change.scope, number);
    }
    return recordChange(trx, change, { action: "contact.added", id, before: number });
  });
}

type ChangedDetails = { [Key in keyof ContactDetails]?: ContactDetails[Key] | undefined };

export interface ContactChange extends Change {
  number: string;
  version: number;
  details: ChangedDetails;
  moveTo: string | undefined;
}

/**
 * Changes a contact, unless it has changed since the person read it. A contact that moves to
 * another book retains its id, its calls and its earlier number.
 */
export async function changeContact(
  { db, clock }: ContactDeps,
  { number: before, version, details, moveTo, ...change }: ContactChange,
): Promise<Contact> {
  const { scope } = change;
  const number = moveTo === undefined ? before : requireNumber(moveTo);
  const write = async (trx: Trx) => {
    const row = await requireContact(trx, scope, before);
    if (row.version !== version) {
      throw new ApiError({ reason: "contact_changed", params: { name: row.changed_by } });
    }
    await updateContact(trx, {
      ...changeRow(row, { number, details }),
      version: row.version + 1,
      changed_by: change.by,
      changed_at: new Date(clock.now()),
    });
    const action = number === before ? "contact.changed" : "contact.moved";
    const fields = Object.keys(details);
    return recordChange(trx, change, { action, id: row.id, before, details: { fields } });
  };
  return refuseDuplicates({ db, scope, number }, () => db.transaction().execute(write));
}

function changeRow(
  row: ContactRow,
  { number, details }: { number: string; details: ChangedDetails },
): ContactRow {
  const { name = row.name, tags = row.tags } = details;
  const { note = row.note, favourite = row.favourite } = details;
  const after = { ...row, name, tags, note, favourite, number };
  const past = [...row.past_numbers, row.number].filter((one) => one !== number);
  const past_numbers = number === row.number ? row.past_numbers : past;
  const numbers = [number, ...past_numbers];
  const words = listContactWords({ ...after, numbers });
  return { ...after, past_numbers, words, sort_name: toSortName(after.name) };
}

export async function removeContact(
  { db, clock }: ContactDeps,
  { number, ...change }: Change & { number: string },
): Promise<Date> {
  const at = new Date(clock.now());
  await db.transaction().execute(async (trx) => {
    const row = await requireContact(trx, change.scope, number);
    await updateContact(trx, { ...row, deleted_at: at });
    await recordContactAudit(trx, change, { action: "contact.removed", id: row.id });
    await publishChange(trx, change.scope, { type: "contact.removed", id: row.id, number });
  });
  return new Date(at.getTime() + RESTORE_MS);
}

export async function restoreContact(
  { db, clock }: ContactDeps,
  { number, ...change }: Change & { number: string },
): Promise<Contact> {
  const { scope } = change;
  const since = new Date(clock.now() - RESTORE_MS);
  const write = async (trx: Trx) => {
    const row = requireFound(
      await findRemovedContact(trx, { scope, number, since }),
      "contact_not_restorable",
    );
    await updateContact(trx, { ...row, deleted_at: null });
    return recordChange(trx, change, { action: "contact.restored", id: row.id, before: number });
  };
  return refuseDuplicates({ db, scope, number }, () => db.transaction().execute(write));
}

function requireNumber(written: string): string {
  const number = toContactNumber(written);
  if (number === null) {
    throw new ApiError("not_a_number", {
      fields: { number: "must_be_number" },
    });
  }
  return number;
}

async function requireContact(trx: Trx, scope: ContactScope, number: string): Promise<ContactRow> {
  return requireFound(await findContact(trx, { scope, number, lock: true }), "contact_gone");
}

async function describeDuplicate(db: Db, scope: ContactScope, number: string): Promise<ApiError> {
  const known = await findContact(db, { scope, number });
  const shown = displayNumber(number);
  const refusal: Refusal<ErrorReason> =
    known === null
      ? { reason: "contact_known", params: { number: shown } }
      : { reason: "contact_known_as", params: { number: shown, name: known.name } };
  return new ApiError(refusal, { fields: { number: "is_taken" } });
}

/** Another transaction can add the number during `run`, so the unique index decides. */
async function refuseDuplicates(
  { db, scope, number }: { db: Db; scope: ContactScope; number: string },
  run: () => Promise<Contact>,
): Promise<Contact> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) {
      throw await describeDuplicate(db, scope, number);
    }
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";
