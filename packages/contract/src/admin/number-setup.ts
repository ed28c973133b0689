import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { trunkTrial } from "./trunks.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

export const trunkView = z.object({
  sid: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  transport: z.string(),
  registered: z.nullable(z.boolean()),
  answers: z.nullable(z.boolean()),
  calls: z.number(),
  /** The maximum number of concurrent calls; `null` when the trunk has no limit of its own. */
  channels: z.nullable(z.number()),
});
export type TrunkView = z.output<typeof trunkView>;

/**
 * The number of a phone line at the telephony service, and whether Linedesk must change it there.
 */
export const numberSetup = z.object({
  line: z.string(),
  numberDisplay: z.string(),
  /** `will_change`: its calls currently go to another address. */
  state: z.enum(["right", "will_change", "absent", "not_known"]),
  /** The address to which the service sends its calls now; `null` when it has none. */
  goesTo: z.nullable(z.string()),
});
export type NumberSetup = z.output<typeof numberSetup>;

export const readTelephony = endpoint("GET /admin/{id}/telephony", {
  id: "readTelephony",
  summary: "The telephony in use: its trunks or account, and the setup of each number",
  access,
  params: stationId,
  answer: z.object({
    kind: z.enum(["exchange", "twilio"]),
    account: z.string(),
    /** Is true when the account was chosen in the admin area. */
    chosen: z.boolean(),
    /** The address for incoming SIP; `null` at Twilio and while the exchange is down. */
    sip: z.nullable(z.string()),
    trunks: z.array(trunkView),
    /** The address that receives the calls of the station's numbers. */
    voiceUrl: z.string(),
    numbers: z.array(numberSetup),
  }),
});

export const testTrunk = endpoint("POST /admin/{id}/telephony/trunks/{trunk}/test", {
  id: "testTrunk",
  summary:
    "Test each host of a trunk with OPTIONS, and with REGISTER if the exchange registers there",
  access,
  params: z.object({
    id: z.uuid(),
    trunk: z.string().check(z.maxLength(34), z.regex(/^TK[0-9a-f]{32}$/)),
  }),
  answer: trunkTrial,
  errors: ["not_found", "rate_limited"],
});

export const placeTestCall = endpoint("POST /admin/{id}/telephony/call", {
  id: "placeTestCall",
  summary: "Make a test call to a telephone, which hears a test announcement",
  access,
  params: stationId,
  body: z.object({ number: z.string().check(z.trim(), z.minLength(3), z.maxLength(32)) }),
  answer: z.object({ call: z.string() }),
  errors: ["conflict", "rate_limited", "telephony_failed", "telephony_unreachable"],
});

export const readTestCall = endpoint("GET /admin/{id}/telephony/call/{call}", {
  id: "readTestCall",
  summary: "The status of a test call, as the telephone network reports it",
  access,
  params: z.object({
    id: z.uuid(),
    call: z.string().check(z.maxLength(34), z.regex(/^CA[0-9a-f]{32}$/)),
  }),
  answer: z.object({
    status: z.enum(["ringing", "in-progress", "completed", "busy", "no-answer", "failed"]),
  }),
  errors: ["not_found", "telephony_failed", "telephony_unreachable"],
});
