import * as z from "zod/mini";

import { csvPage, pageCursor, textWithNumbers } from "../calls/caller-number.ts";
import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });
const words = z.optional(z.string().check(z.trim(), z.maxLength(100)));

/** Filters of the audit. An absent or empty filter matches every entry. */
const auditFilters = {
  /** A part of the person's name or e-mail address. */
  person: words,
  /** Words of the action, such as `line changed`. */
  action: words,
  object: words,
  /** The first moment of the range. */
  from: z.optional(z.iso.datetime()),
  /** The end of the range; it is not included. */
  to: z.optional(z.iso.datetime()),
};

/**
 * An entry records a change or a reading: the person, the object, the time and the network address.
 */
export const auditEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  /** The person who acted; `null` for the product itself or the telephone network. */
  person: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The action as `noun.verb`, such as `line.changed`. */
  action: z.string(),
  object: z.object({
    type: z.string(),
    id: z.nullable(z.string()),
    /** The current name; `null` when the object has no name or no longer exists. */
    name: z.nullable(textWithNumbers),
  }),
  details: z.record(z.string(), z.unknown()),
  address: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint("GET /admin/{id}/audit", {
  id: "listAudit",
  summary: "The audit entries of the station, newest first",
  access,
  params: stationId,
  query: z.object({
    ...auditFilters,
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(auditEntry), nextCursor: z.nullable(z.string()) }),
});

export const exportAudit = endpoint("POST /admin/{id}/audit/export", {
  id: "exportAudit",
  summary: "The audit entries as CSV, page by page; the export is audited",
  access,
  params: stationId,
  body: z.object({ ...auditFilters, cursor: pageCursor }),
  answer: csvPage,
  errors: ["too_large"],
});
