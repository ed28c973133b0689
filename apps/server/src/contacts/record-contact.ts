import type { Contact } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { type NewStationEvent, publish, publishToUser } from "../platform/realtime/publish.ts";
import type { ContactScope } from "./contact-store.ts";
import { readContact } from "./list-contacts.ts";

export interface Change {
  scope: ContactScope;
  by: string;
  actor: Actor;
}

interface Written {
  action: string;
  id: string;
  before: string;
  details?: Record<string, unknown>;
}

export async function recordChange(trx: Trx, change: Change, written: Written): Promise<Contact> {
  await recordContactAudit(trx, change, written);
  const contact = await readContact(trx, change.scope, written.id);
  await publishChange(trx, change.scope, {
    type: "contact.changed",
    contact,
    before: written.before,
  });
  return contact;
}

export async function recordContactAudit(
  db: Db,
  { scope, actor }: Pick<Change, "scope" | "actor">,
  { action, id, details = {} }: { action: string; id?: string; details?: Record<string, unknown> },
): Promise<void> {
  await recordAudit(db, {
    actor,
    action,
    station: scope.station,
    subject: ["contact", id ?? null],
    details: { owner: scope.owner, ...details },
  });
}

export async function publishChange(
  trx: Trx,
  scope: ContactScope,
  event: Extract<NewStationEvent, { type: `contact.${string}` }>,
): Promise<void> {
  if (scope.owner === "person") {
    return publishToUser(trx, scope.user, { type: "contacts.changed" });
  }
  await publish(trx, scope.station, event);
}
