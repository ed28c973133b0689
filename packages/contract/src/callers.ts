import * as z from "zod/mini";

import { call, callDirection, endReason } from "./calls.ts";
import { endpoint } from "./endpoint.ts";
import { qualityReport } from "./quality.ts";

/**
 * Edits go by call, so that a withheld number can be named too; live calls of the caller change.
 */
export const nameCaller = endpoint({
  id: "nameCaller",
  method: "POST",
  path: "/caller/name",
  summary: "What the caller is called",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), name: z.string().check(z.maxLength(100)) }),
  answer: z.object({ call }),
  errors: ["not_found"],
});

export const placeCaller = endpoint({
  id: "placeCaller",
  method: "POST",
  path: "/caller/location",
  summary: "Where the caller is",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), location: z.string().check(z.maxLength(100)) }),
  answer: z.object({ call }),
  errors: ["not_found"],
});

export const numberCaller = endpoint({
  id: "numberCaller",
  method: "POST",
  path: "/caller/number",
  summary: "The number that a caller with a withheld number gave; finds what is known of it",
  access: { type: "session" },
  body: z.object({ call: z.uuid(), number: z.string().check(z.maxLength(100)) }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict"],
});

export const pastCall = z.object({
  id: z.uuid(),
  at: z.string(),
  direction: callDirection,
  /** Time talked with an operator, in whole seconds; 0 if never answered. */
  durationS: z.number(),
  waitS: z.number(),
  reason: endReason,
  description: z.string(),
  answeredBy: z.nullable(z.string()),
  /** What the last softphone that carried it measured; null where none reported. */
  quality: z.nullable(qualityReport),
});
export type PastCall = z.output<typeof pastCall>;

export const callerHistory = endpoint({
  id: "callerHistory",
  method: "GET",
  path: "/station/{id}/caller/history",
  summary: "Past calls of a caller on the station, newest first",
  access: { type: "permission", permission: "screen" },
  params: z.object({ id: z.uuid() }),
  query: z.object({
    number: z.string().check(z.maxLength(100)),
    cursor: z.optional(z.string().check(z.maxLength(500))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(pastCall), nextCursor: z.nullable(z.string()) }),
});
