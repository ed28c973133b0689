import * as z from "zod/mini";

import { deviceLine } from "../calls/calls.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { audioServer } from "./audio-servers.ts";
import { serviceName } from "./voice.ts";

const admin = { type: "permission", permission: "admin" } as const;
const id = z.object({ id: z.uuid() });
const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(60));

/** Eight letters and digits in either case, with or without a hyphen. */
export const pairingCode = z.string().check(z.trim(), z.minLength(8), z.maxLength(20));

export const pairAudioServer = endpoint("POST /audioServers/pair", {
  id: "pairAudioServer",
  summary: "Exchange a one-time pairing code for an audio server's id and key",
  access: { type: "public" },
  body: z.object({ code: pairingCode }),
  answer: z.object({ id: z.uuid(), key: z.string() }),
  errors: ["not_found", "rate_limited"],
});

export const audioServerVoiceToken = endpoint("POST /audioServers/{id}/voiceToken", {
  id: "audioServerVoiceToken",
  summary: "A voice access token for one line of an audio server, valid for 15 minutes",
  access: { type: "key" },
  params: id,
  body: z.object({ line: deviceLine, service: z.optional(serviceName) }),
  answer: z.object({
    token: z.string(),
    /** `as-{id}-{line}` */
    identity: z.string(),
    iceServers: z.array(
      z.object({ urls: z.string(), username: z.string(), credential: z.string() }),
    ),
  }),
});

/** The target of a request without a claim: a waiting call, a conference, or a number to dial. */
export const audioServerTarget = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accept"), call: z.uuid() }),
  z.object({ type: z.literal("conference"), conference: z.uuid() }),
  z.object({
    type: z.literal("outbound"),
    to: z.string().check(z.minLength(1), z.maxLength(64)),
    profile: z.nullable(z.uuid()),
  }),
]);
export type AudioServerTarget = z.output<typeof audioServerTarget>;

export const claimForAudioServer = endpoint("POST /audioServers/{id}/claim", {
  id: "claimForAudioServer",
  summary: "Claim a call for a line of an audio server, for a person who is on the line's channel",
  access: { type: "key" },
  params: id,
  body: z.object({
    line: deviceLine,
    user: z.uuid(),
    /** The station that the request names; it must be the audio server's. */
    station: z.optional(z.uuid()),
    target: audioServerTarget,
  }),
  answer: z.object({ claim: z.uuid(), service: z.string() }),
  errors: [
    "not_found",
    "call_taken",
    "call_gone",
    "call_state",
    "not_air_ready",
    "telephony_failed",
  ],
});

/** An audio server in the admin area. Its channel shows whether the audio server is online. */
export const pairedAudioServer = z.extend(audioServer, {
  /**
   * The time of the pairing; `null` when its pairing code was never used or its key was revoked.
   */
  pairedAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
  /** The end of the pairing code's validity; `null` without a code. */
  codeExpiresAt: z.nullable(z.string()),
});
export type PairedAudioServer = z.output<typeof pairedAudioServer>;

const newCode = z.object({
  server: pairedAudioServer,
  /** The code is shown once, because the server stores only its hash. */
  code: z.string(),
});

export const listPairedAudioServers = endpoint("GET /admin/{id}/audioServers", {
  id: "listPairedAudioServers",
  summary: "The station's audio servers, paired or not",
  access: admin,
  params: id,
  answer: z.object({ items: z.array(pairedAudioServer), nextCursor: z.nullable(z.string()) }),
});

export const addAudioServer = endpoint("POST /admin/{id}/audioServers", {
  id: "addAudioServer",
  summary: "Add an audio server by name. The response contains its pairing code",
  access: admin,
  params: id,
  body: z.object({ name }),
  answer: newCode,
  errors: ["conflict"],
});

const ofServer = z.object({ id: z.uuid(), server: z.uuid() });

export const renameAudioServer = endpoint("PUT /admin/{id}/audioServers/{server}", {
  id: "renameAudioServer",
  summary: "Rename an audio server",
  access: admin,
  params: ofServer,
  body: z.object({ name, seen: z.optional(z.object({ name: z.optional(name) })) }),
  answer: z.object({ server: pairedAudioServer }),
  errors: ["not_found", "conflict"],
});

export const renewPairingCode = endpoint("POST /admin/{id}/audioServers/{server}/code", {
  id: "renewPairingCode",
  summary: "A new pairing code; the audio server's key stays valid until the code is used",
  access: admin,
  params: ofServer,
  body: z.object({}),
  answer: newCode,
  errors: ["not_found"],
});

export const revokeAudioServer = endpoint("DELETE /admin/{id}/audioServers/{server}", {
  id: "revokeAudioServer",
  summary: "Revoke an audio server's key and code; it has no access until it is paired again",
  access: admin,
  params: ofServer,
  answer: z.object({ server: pairedAudioServer }),
  errors: ["not_found"],
});

export const removeAudioServer = endpoint("DELETE /admin/{id}/audioServers/{server}/name", {
  id: "removeAudioServer",
  summary: "Remove an audio server that is not paired, permanently",
  access: admin,
  params: ofServer,
  answer: z.object({}),
  errors: ["not_found", "conflict"],
});
