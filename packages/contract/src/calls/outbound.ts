import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { shownRefusal } from "../platform/error-reasons.ts";
import { callerNumber, callerNumberDisplay, givenCallerNumber } from "./caller-number.ts";
import { call, claim, deviceLine, lineDevice } from "./calls.ts";

/** A number in readable form: with brackets, spaces or a plus. */
const writtenNumber = givenCallerNumber(z.string().check(z.minLength(1), z.maxLength(40)));

/** The kind of number, as far as its numbering plan shows. */
export const numberKind = z.enum(["mobile", "landline", "service", "other"]);
export type NumberKind = z.output<typeof numberKind>;

const dialledNumber = z.object({
  number: z.nullable(callerNumber),
  numberDisplay: callerNumberDisplay,
  kind: numberKind,
  /** The ISO 3166 code, such as `AU`; `null` when the number has no country. */
  country: z.nullable(z.string()),
  name: z.nullable(z.string()),
  lastCallAt: z.nullable(z.string()),
  refused: z.nullable(shownRefusal),
});

/** The number that the called side sees. A station without a number of its own cannot dial. */
const callerId = z.object({ number: z.string(), numberDisplay: z.string(), name: z.string() });

export const checkDial = endpoint("GET /station/{id}/dial", {
  id: "checkDial",
  summary:
    "Check a number before it is dialled. The response contains the caller ID and the maximum dial time",
  access: { type: "permission", permission: "dial" },
  params: z.object({ id: z.uuid() }),
  query: z.object({ to: z.optional(writtenNumber) }),
  answer: z.object({
    from: z.nullable(callerId),
    maxDialS: z.number(),
    to: z.nullable(dialledNumber),
  }),
});

export const outboundConference = endpoint("POST /twilio/calls/outbound_conference", {
  id: "outboundConference",
  summary: "Dial a number on a line; the called side rings when the line's softphone has connected",
  access: { type: "permission", permission: "dial" },
  body: z.object({
    station: z.uuid(),
    conference: z.optional(z.uuid()),
    to: writtenNumber,
    line: z.optional(deviceLine),
    device: z.optional(lineDevice),
    profile: z.optional(z.uuid()),
  }),
  answer: z.object({ call, claim: z.nullable(claim) }),
  errors: ["not_found", "call_state", "telephony_failed"],
});

export const extendDial = endpoint("POST /twilio/calls/{call}/extend", {
  id: "extendDial",
  summary: "Extend an outbound call by ten minutes beyond its maximum dial time",
  access: { type: "thing", permission: "desk" },
  params: z.object({ call: z.uuid() }),
  body: z.object({}),
  answer: z.object({ call }),
  errors: ["not_found", "call_gone", "call_state", "telephony_failed"],
});

export const callBack = endpoint("POST /twilio/calls/call_back", {
  id: "callBack",
  summary:
    "End a waiting call; its caller keeps the place and is called back when this place comes first",
  access: { type: "thing", permission: "dial" },
  body: z.object({ call: z.uuid() }),
  answer: z.object({ call }),
  errors: ["not_found", "call_taken", "call_gone", "call_state"],
});
