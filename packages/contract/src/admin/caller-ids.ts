import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });
const callerIdId = z.object({ id: z.uuid(), callerId: z.uuid() });

export const callerIdStates = ["calling", "verified", "failed"] as const;
export const callerIdState = z.enum(callerIdStates);
export type CallerIdState = z.output<typeof callerIdState>;

/**
 * A number of the station that is not a phone line. When it is verified, dialled calls can show it.
 */
export const stationCallerId = z.object({
  id: z.uuid(),
  number: z.string(),
  numberDisplay: z.string(),
  name: z.string(),
  state: callerIdState,
  /**
   * The code that the person who answers the verification call must enter; `null` without such a
   * call.
   */
  code: z.nullable(z.string()),
  requestedAt: z.string(),
  verifiedAt: z.nullable(z.string()),
  /** Is true when outgoing calls of the station show this number. */
  inUse: z.boolean(),
});
export type StationCallerId = z.output<typeof stationCallerId>;

export const listCallerIds = endpoint("GET /admin/{id}/callerIds", {
  id: "listCallerIds",
  summary: "The station's caller IDs and the state of their verification",
  access,
  params: stationId,
  answer: z.object({ items: z.array(stationCallerId), nextCursor: z.nullable(z.string()) }),
});

export const verifyCallerId = endpoint("POST /admin/callerIds/verify", {
  id: "verifyCallerId",
  summary: "Call a number to verify it as a caller ID; its owner enters the code in the response",
  access,
  body: z.object({
    station: z.uuid(),
    number: z.string().check(z.trim(), z.minLength(3), z.maxLength(32)),
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  }),
  answer: z.object({ callerId: stationCallerId }),
  errors: ["conflict", "telephony_failed", "telephony_unreachable"],
});

export const showCallerId = endpoint("PUT /admin/{id}/callerIds/{callerId}", {
  id: "showCallerId",
  summary: "Select the number that dialled calls show: this verified number, or a phone line's",
  access,
  params: callerIdId,
  body: z.object({
    inUse: z.boolean(),
    /** The number that the person saw; `null` for a phone line's number. */
    seen: z.optional(
      z.object({ shown: z.optional(z.nullable(z.string().check(z.maxLength(32)))) }),
    ),
  }),
  answer: z.object({ callerId: stationCallerId }),
  errors: ["not_found", "conflict"],
});

export const removeCallerId = endpoint("DELETE /admin/{id}/callerIds/{callerId}", {
  id: "removeCallerId",
  summary: "Remove a caller ID, also at the telephony service",
  access,
  params: callerIdId,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found", "telephony_failed", "telephony_unreachable"],
});
