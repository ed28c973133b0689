import * as z from "zod/mini";

import { call, callDirection, deviceLine } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";

/** The state of a call when the exchange failed, in the order in which a desk calls back. */
export const cutOffWas = z.enum(["on_air", "line", "next", "verified", "held", "ringing"]);
export type CutOffWas = z.output<typeof cutOffWas>;

/** A caller whom a failure of the telephone exchange cut off. */
export const cutOff = z.object({
  call,
  was: cutOffWas,
  /** The operator who had the caller, and the line; `null` for a caller in the queue. */
  holder: z.nullable(z.object({ user: z.uuid(), name: z.string(), line: deviceLine })),
  /** The start of the state that `was` names. */
  since: z.string(),
  at: z.string(),
  /**
   * The later call with this caller: the caller called again, or the desk calls back. `null` while
   * there is no such call.
   */
  again: z.nullable(
    z.object({
      call: z.uuid(),
      direction: callDirection,
      answered: z.boolean(),
      ended: z.boolean(),
    }),
  ),
  /** Is true after a person has decided not to call this caller back. */
  released: z.boolean(),
});
export type CutOff = z.output<typeof cutOff>;

const ofStation = z.object({ id: z.uuid() });
/** One failure cuts off few callers, so the list is returned whole. */
const whole = z.object({ items: z.array(cutOff), nextCursor: z.nullable(z.string()) });
const chosen = z.array(z.uuid()).check(z.minLength(1), z.maxLength(2_000));

/** Returns true while a person must still call this caller back or let the caller go. */
export function isCutOffOpen({ again, released }: Pick<CutOff, "again" | "released">): boolean {
  return again === null && !released;
}

export const listCutOffs = endpoint("GET /station/{id}/cutOffs", {
  id: "listCutOffs",
  summary:
    "Callers whom a failure of the exchange cut off, in the order in which they are called back",
  access: { type: "permission", permission: "screen" },
  params: ofStation,
  answer: whole,
});

export const ringCutOffsBack = endpoint("POST /station/{id}/cutOffs", {
  id: "ringCutOffsBack",
  summary: "Put cut-off callers back into the queue, to be called back",
  access: { type: "permission", permission: "dial" },
  params: ofStation,
  body: z.object({ calls: chosen }),
  /** The new calls. A caller without a number that may be dialled stays in the list. */
  answer: z.object({ calls: z.array(call) }),
});

export const releaseCutOffs = endpoint("PUT /station/{id}/cutOffs", {
  id: "releaseCutOffs",
  summary: "Remove cut-off callers from the list, or restore them to it",
  access: { type: "permission", permission: "screen" },
  params: ofStation,
  body: z.object({ calls: chosen, released: z.boolean() }),
  answer: whole,
});
