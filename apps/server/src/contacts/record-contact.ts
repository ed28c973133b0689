import type { Contact } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { publish, publishToUser, type NewStationEvent } from "../platform/realtime/publish.ts";
import type { ContactBook } from "./contact-store.ts";
import { readContact } from "./list-contacts.ts";

/** Who changes which book. */
export interface Change {
  book: ContactBook;
  /** The name of the person who changes it. */
  by: string;
  actor: Actor;
}

interface Written {
  action: string;
  id: string;
  before: string;
  details?: Record<string, unknown>;
}

/** The audit, the event and the answer of a contact that was written. */
export async function recordChange(trx: Trx, change: Change, written: Written): Promise<Contact> {
  await recordContactAudit(trx, change, written);
  const contact = await readContact(trx, change.book, written.id);
  await publishChange(trx, change.book, {
    type: "contact.changed",
    contact,
    before: written.before,
  });
  return contact;
}

export async function recordContactAudit(
  db: Db,
  { book, actor }: Pick<Change, "book" | "actor">,
  { action, id, details = {} }: { action: string; id?: string; details?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(db, {
    actor,
    action,
    station: book.station,
    subjectType: "contact",
    subjectId: id ?? null,
    details: { owner: book.owner, ...details },
  });
}

/** Of a person's own book nobody else is told [CT7]. */
export async function publishChange(
  trx: Trx,
  book: ContactBook,
  event: Extract<NewStationEvent, { type: `contact.${string}` }>,
): Promise<void> {
  if (book.owner === "person") {
    return publishToUser(trx, book.user, { type: "contacts.changed" });
  }
  await publish(trx, book.station, event);
}
