import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { numbersFrom } from "../platform/roles.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

export const retentionKinds = ["calls", "notes", "chat", "quality", "recordings", "audit"] as const;
const retentionKind = z.enum(retentionKinds);
export type RetentionKind = z.output<typeof retentionKind>;

/** Audit entries are stored for at least one year. */
export const LEAST_AUDIT_DAYS = 366;

const days = z.nullable(z.int().check(z.minimum(1), z.maximum(36_500)));

/** The retention of each kind of data in days; with `null` data are kept permanently. */
export const retention = z.object({
  /** The numbers, callers and events of calls. The calls still count in the figures. */
  calls: days,
  /** The notes that screeners wrote about a call. */
  notes: days,
  chat: days,
  quality: days,
  /** Recordings of calls, in Linedesk and at the telephony service. */
  recordings: days,
  audit: z.nullable(z.int().check(z.minimum(LEAST_AUDIT_DAYS), z.maximum(36_500))),
});
export type Retention = z.output<typeof retention>;

const privacy = z.object({
  retention,
  /** When absent, the setting stays unchanged, as in a request that only sets periods. */
  numbersFrom: z.optional(numbersFrom),
});
export type Privacy = z.output<typeof privacy>;

export const readPrivacy = endpoint("GET /admin/{id}/privacy", {
  id: "readPrivacy",
  summary: "The retention of each kind of data, and the lowest role that sees full numbers",
  access,
  params: stationId,
  answer: privacy,
  errors: ["not_found"],
});

export const savePrivacy = endpoint("PUT /admin/{id}/privacy", {
  id: "savePrivacy",
  summary: "Change the retention, or the lowest role that sees callers' full numbers",
  access,
  params: stationId,
  /** The values that the person saw. A newer change of another person is not overwritten. */
  body: z.extend(privacy, { seen: z.optional(privacy) }),
  answer: privacy,
  errors: ["not_found", "conflict"],
});

/** The amount of data that these periods would delete, counted now. */
export const retentionPreview = z.object({
  kind: retentionKind,
  rows: z.number(),
  oldest: z.nullable(z.string()),
});
export type RetentionPreview = z.output<typeof retentionPreview>;

export const previewRetention = endpoint("POST /admin/{id}/privacy/preview", {
  id: "previewRetention",
  summary: "The amount of data that these periods would delete now; changes nothing",
  access,
  params: stationId,
  body: z.object({ retention }),
  answer: z.object({ items: z.array(retentionPreview), nextCursor: z.nullable(z.string()) }),
});

export const exportNumber = endpoint("POST /admin/{id}/privacy/export", {
  id: "exportNumber",
  summary: "All data of the station about a number, as JSON; the export is audited",
  access,
  params: stationId,
  body: z.object({ number: z.string().check(z.trim(), z.minLength(3), z.maxLength(32)) }),
  answer: z.object({ fileName: z.string(), json: z.string() }),
  errors: ["too_large"],
});
