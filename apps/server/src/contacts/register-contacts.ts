import {
  addContact as addEndpoint,
  changeContact as changeEndpoint,
  type Contact,
  type Endpoint,
  exportContacts as exportEndpoint,
  importContacts as importEndpoint,
  listContacts as listEndpoint,
  type Permission,
  removeContact as removeEndpoint,
  restoreContact as restoreEndpoint,
} from "@linedesk/contract";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { countNumbers } from "../platform/http/number-guesses.ts";
import type { ContactScope } from "./contact-store.ts";
import {
  addContact,
  changeContact,
  removeContact,
  restoreContact,
  type ContactDeps,
} from "./contacts.ts";
import { importContacts } from "./import-contacts.ts";
import { listContacts } from "./list-contacts.ts";
import { readScope, requireNotHidden } from "./read-scope.ts";
import { recordContactAudit } from "./record-contact.ts";

/** Changes to many contacts need `desk` or `admin`. Everybody may change their own book. */
async function requireForMany<E extends Endpoint>(
  call: ApiCall<E>,
  { station, owner }: ContactScope,
  permission: Permission,
): Promise<void> {
  if (owner !== "person") {
    await call.requirePermission(station, permission);
  }
}

/** A new number in the person's own book counts as a guess while another station masks numbers. */
async function countOwn<E extends Endpoint>(call: ApiCall<E>, { owner }: ContactScope) {
  if (owner === "person") {
    await call.countOwnNumber();
  }
}

/**
 * Refuses files from people for whom numbers are masked, because a file, even as a dry run, queries
 * thousands of numbers in one request. A person's own book is visible at every station, so the rule
 * applies to this book too.
 */
async function requireFiles<E extends Endpoint>(call: ApiCall<E>, { owner }: ContactScope) {
  const isMasked =
    owner === "person" ? await call.isMaskedAnywhere() : (await call.findMasking()) !== null;
  if (isMasked) {
    throw new ApiError("masked_imports_nothing");
  }
}

export function registerContacts(api: Api, deps: ContactDeps): void {
  api.serve(listEndpoint, async (call) => {
    const { owner = null, show = null, ...query } = call.query;
    await call.countGuesses(countNumbers(query.find ?? ""));
    const wholeNumbers = (await call.findMasking()) !== null;
    return listContacts(deps.db, { ...query, owner, show, user: call.user.id, wholeNumbers });
  });
  api.serve(addEndpoint, async (call) => {
    const { body, user, actor } = call;
    const { number, name, tags = [], note = "", favourite = false } = body;
    const scope = readScope(body, user.id);
    requireNotHidden(scope, call.isHidden(number));
    await countOwn(call, scope);
    const details = { name, tags, note, favourite };
    const contact = await addContact(deps, { scope, by: user.name, actor, number, details });
    return { contact };
  });
  api.serve(changeEndpoint, async (call) => {
    const { params, query, body, user, actor } = call;
    const { version, number: moveTo, ...details } = body;
    const change = { scope: readScope(query, user.id), by: user.name, actor };
    requireNotHidden(change.scope, call.isHidden(moveTo));
    if (moveTo !== undefined) {
      await countOwn(call, change.scope);
    }
    const { number } = params;
    return {
      contact: await changeContact(deps, { ...change, number, version, moveTo, details }),
    };
  });
  registerRemoval(api, deps);
  registerFiles(api, deps);
}

function registerRemoval(api: Api, deps: ContactDeps): void {
  api.serve(removeEndpoint, async ({ params: { number }, query, user, actor }) => {
    const change = { scope: readScope(query, user.id), by: user.name, actor };
    return { until: (await removeContact(deps, { ...change, number })).toISOString() };
  });
  api.serve(restoreEndpoint, async ({ params: { number }, body, user, actor }) => {
    const change = { scope: readScope(body, user.id), by: user.name, actor };
    return { contact: await restoreContact(deps, { ...change, number }) };
  });
}

function registerFiles(api: Api, deps: ContactDeps): void {
  api.serve(importEndpoint, async (call) => {
    const { body, user, actor } = call;
    const scope = readScope(body, user.id);
    await requireForMany(call, scope, "desk");
    await requireFiles(call, scope);
    const { rows, dryRun } = body;
    return importContacts(deps, { scope, by: user.name, actor, rows, dryRun });
  });
  api.serve(exportEndpoint, async (call) => {
    const { body, user, actor } = call;
    const scope = readScope(body, user.id);
    await requireForMany(call, scope, "admin");
    const action = "contacts.exported";
    const taken = { action, user: user.id, filters: { ...scope } };
    const cursor = api.exportCursors.open(taken, body.cursor);
    const { items, nextCursor } = await exportContacts(deps.db, { scope, cursor, actor });
    return { items, nextCursor: api.exportCursors.seal(taken, nextCursor) };
  });
}

const EXPORT_PAGE_SIZE = 1_000;

async function exportContacts(
  db: Db,
  { scope, cursor, actor }: { scope: ContactScope; cursor: string | undefined; actor: Actor },
): Promise<{ items: Contact[]; nextCursor: string | null }> {
  if (cursor === undefined) {
    await recordContactAudit(db, { scope, actor }, { action: "contacts.exported" });
  }
  const { items, nextCursor } = await listContacts(db, {
    ...scope,
    cursor,
    limit: EXPORT_PAGE_SIZE,
  });
  return { items, nextCursor };
}
