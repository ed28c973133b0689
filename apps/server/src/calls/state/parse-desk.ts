import * as z from "zod";

import { deviceLine, endReason } from "@linedesk/contract";
import { type CallState, type ConferencePosition, NETWORK_ENDS } from "./call-state.ts";
import { type DeskState, LEAVING_REASONS } from "./desk-state.ts";

const holder = z.object({ user: z.string(), name: z.string(), line: deviceLine });
const leg = z.object({ sid: z.string(), holder, feedsAir: z.boolean() });
const person = z.object({ user: z.string(), name: z.string() });
const leaving = z.object({
  reason: z.enum(LEAVING_REASONS),
  by: person.nullable(),
  until: z.string().nullable(),
  wasBridged: z.boolean(),
});
const offer = z.object({
  to: person,
  from: holder,
  until: z.string(),
  wasBridged: z.boolean(),
});
const interruption = z.object({ until: z.string(), wasOnAir: z.boolean() });
const marks = {
  verified: z.boolean(),
  leaving: leaving.nullable(),
  claim: z.object({ id: z.string(), holder }).nullable(),
  goneLegs: z.array(z.string()),
};
const since = z.string();

const deskJson: z.ZodType<DeskState> = z.discriminatedUnion("status", [
  z.object({ status: z.literal("waiting"), leg: leg.nullable(), ...marks }),
  z.object({ status: z.literal("ready"), since, leg: leg.nullable(), ...marks }),
  z.object({ status: z.enum(["screening", "on_air"]), since, leg, ...marks }),
  z.object({
    status: z.literal("held"),
    since,
    holder: holder.nullable(),
    leg: leg.nullable(),
    unattended: z.boolean(),
    silentLeg: z.string().nullable(),
    offer: offer.nullable(),
    interruption: interruption.exactOptional(),
    ...marks,
  }),
  z.object({
    status: z.literal("ended"),
    reason: endReason,
    at: z.string(),
    verified: z.boolean(),
  }),
]);

const callStateJson: z.ZodType<CallState> = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ringing") }),
  z.object({ status: z.literal("in_progress") }),
  z.object({
    status: z.literal("ended"),
    reason: z.enum(NETWORK_ENDS),
  }),
]);

const seenJson: z.ZodType<ConferencePosition> = z.object({
  room: z.string(),
  sequence: z.number(),
});

export function parseDesk(json: unknown): DeskState {
  return deskJson.parse(json);
}
export function parseCallState(json: unknown): CallState {
  return callStateJson.parse(json);
}
export function parseSeen(json: unknown): ConferencePosition | null {
  return json === null ? null : seenJson.parse(json);
}
