import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;

/** Proves that a person was erased and what was erased, without identifying the person. */
export const erasureProof = z.object({
  id: z.uuid(),
  at: z.string(),
  by: z.nullable(z.string()),
  reason: z.string(),
  /** The number of erased rows of each kind; kinds with none are absent. */
  erased: z.array(z.object({ kind: z.string(), count: z.number() })),
  /**
   * Files that were exported while the person was stored here. They may still contain the person.
   */
  exports: z.array(z.object({ at: z.string(), by: z.nullable(z.string()), what: z.string() })),
});
export type ErasureProof = z.output<typeof erasureProof>;

export const listErasures = endpoint("GET /admin/{id}/erasures", {
  id: "listErasures",
  summary: "The proofs of erasures, newest first",
  access,
  params: z.object({ id: z.uuid() }),
  answer: z.object({ items: z.array(erasureProof), nextCursor: z.nullable(z.string()) }),
});

export const eraseCaller = endpoint("POST /admin/{id}/callers/{caller}/erase", {
  id: "eraseCaller",
  summary: "Erase a person from all stored data permanently; the answer is the proof",
  access,
  params: z.object({ id: z.uuid(), caller: z.uuid() }),
  body: z.object({
    /** The reason, such as the reference of the request. It must not identify the person. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    dryRun: z.boolean(),
  }),
  answer: z.object({ proof: erasureProof }),
  errors: ["not_found", "conflict", "telephony_failed", "telephony_unreachable"],
});
