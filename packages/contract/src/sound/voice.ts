import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

/** A media relay in the form of a browser's `RTCConfiguration`. */
const iceServer = z.object({ urls: z.string(), username: z.string(), credential: z.string() });
export type IceServer = z.infer<typeof iceServer>;

/** The name of an exchange, or `twilio`. */
export const serviceName = z.string().check(z.maxLength(20));

export const voiceToken = endpoint("POST /twilio/auth", {
  id: "voiceToken",
  summary: "A voice access token for my own identity, valid for 15 minutes, and the media relays",
  access: { type: "session" },
  body: z.object({
    identity: z.string().check(z.maxLength(121)),
    /** The exchange for which the token is valid. If it is omitted, it is the first exchange. */
    service: z.optional(serviceName),
  }),
  answer: z.object({ token: z.string(), iceServers: z.array(iceServer) }),
});

/**
 * The demonstration telephone has no account. In production this endpoint answers 404. With
 * `number`, one of the caller numbers, a call to this number rings the telephone. The telephone
 * connects with the parameters `To`, one of the lines, and `CallerNumber`, one of the caller
 * numbers. `From` cannot carry the caller's number, because the telephony service sets it to the
 * token's identity.
 */
export const phoneToken = endpoint("POST /phone/token", {
  id: "phoneToken",
  summary: "A voice access token for the demonstration telephone",
  access: { type: "public" },
  body: z.object({ number: z.optional(z.string().check(z.maxLength(20))) }),
  answer: z.object({
    token: z.string(),
    iceServers: z.array(iceServer),
    lines: z.array(z.object({ number: z.string(), label: z.string() })),
    /** Fictitious numbers from which the telephone can call. */
    callerNumbers: z.array(z.object({ number: z.string(), label: z.string() })),
  }),
  errors: ["not_found", "rate_limited"],
});
