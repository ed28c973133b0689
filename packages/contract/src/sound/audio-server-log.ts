import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const admin = { type: "permission", permission: "admin" } as const;
const ofServer = z.object({ id: z.uuid(), server: z.uuid() });

/** The limit of a program's log that is sent and stored. The newest lines are kept. */
export const MAX_LOG_CHARS = 100_000;

/**
 * Only the server sends these events on the channel of line 1 of an audio server. Members of the
 * channel cannot send them, because client events begin with `client-`.
 */
export const AUDIO_SERVER_RESTART = "restart.requested";
export const AUDIO_SERVER_LOG = "log.requested";

const requested = z.object({ request: z.uuid() });

export const restartAudioServer = endpoint("POST /admin/{id}/audioServers/{server}/restart", {
  id: "restartAudioServer",
  summary: "Restart an audio server's program, and put its calls on hold",
  access: admin,
  params: ofServer,
  body: z.object({}),
  answer: requested,
  errors: ["not_found", "conflict"],
});

export const requestAudioServerLog = endpoint("POST /admin/{id}/audioServers/{server}/log", {
  id: "requestAudioServerLog",
  summary: "Request the newest lines of an audio server's log",
  access: admin,
  params: ofServer,
  body: z.object({}),
  answer: requested,
  errors: ["not_found", "conflict"],
});

export const readAudioServerLog = endpoint("GET /admin/{id}/audioServers/{server}/log", {
  id: "audioServerLog",
  summary: "The last log that an audio server sent; null until it answers the request",
  access: admin,
  params: ofServer,
  query: z.object({ request: z.uuid() }),
  answer: z.object({ text: z.nullable(z.string()) }),
  errors: ["not_found"],
});

export const sendAudioServerLog = endpoint("POST /audioServers/{id}/log", {
  id: "sendAudioServerLog",
  summary: "Send the log that was requested from an audio server",
  access: { type: "key" },
  params: z.object({ id: z.uuid() }),
  body: z.object({
    request: z.uuid(),
    lines: z.array(z.string().check(z.maxLength(8_000))).check(z.maxLength(2_000)),
  }),
  answer: z.object({}),
  errors: ["not_found"],
});
