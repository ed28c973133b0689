import { z } from "zod";

import type { AudioServerTarget } from "@linedesk/contract";
import type { Credentials } from "./credentials.ts";

export class StationApiError extends Error {
  override readonly name = "StationApiError";
  readonly code = "station_api";
  readonly status: number | null;
  /** The station's own sentence; `null` if it gave none. */
  reason: string | null = null;

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_LOG_LINES = 2_000;
const MAX_LINE_CHARS = 8_000;

const paired = z.object({ id: z.uuid(), key: z.string().min(1) });
const voiceToken = z.object({
  token: z.string().min(1),
  identity: z.string(),
  iceServers: z
    .array(z.object({ urls: z.string(), username: z.string(), credential: z.string() }))
    .default([]),
});
const channelRight = z.object({ auth: z.string(), channel_data: z.string().optional() });
/** A server of an earlier release has one exchange and does not name it. */
const granted = z.object({ claim: z.uuid(), service: z.string().optional() });
const sent = z.object({});
const userRight = z.object({ auth: z.string(), user_data: z.string() });
const signalling = z.object({
  signallingHost: z.string().nullable(),
  tls: z.boolean(),
  edge: z.string(),
});
const serverConfig = z.object({
  realtime: z.object({
    key: z.string(),
    host: z.string(),
    port: z.number(),
    tls: z.boolean(),
    cluster: z.string(),
  }),
  voice: signalling.extend({
    services: z.array(signalling.extend({ service: z.string() })).optional(),
  }),
});

/** A claim, and the exchange that has its call; without `service` it is the first exchange. */
export type ClaimedCall = z.output<typeof granted>;
export type VoiceToken = z.output<typeof voiceToken>;
export type StationConfig = z.output<typeof serverConfig>;

export interface ClaimRequest {
  line: string;
  user: string;
  station: string | undefined;
  target: AudioServerTarget;
}

const refusal = z.object({ error: z.object({ message: z.string() }) });

export function pairWithStation(station: string, code: string): Promise<Credentials> {
  return send(station, { path: "/audioServers/pair", body: { code } }, paired);
}

export class StationApi {
  readonly #station: string;
  readonly #credentials: Credentials;

  constructor(station: string, credentials: Credentials) {
    this.#station = station;
    this.#credentials = credentials;
  }

  readConfig(): Promise<StationConfig> {
    return send(this.#station, { path: "/config" }, serverConfig);
  }

  createVoiceToken(line: string, service: string | undefined): Promise<VoiceToken> {
    const path = `/audioServers/${this.#credentials.id}/voiceToken`;
    return this.#sendKeyed(path, { line, service }, voiceToken);
  }

  async createClaim(request: ClaimRequest): Promise<ClaimedCall> {
    const path = `/audioServers/${this.#credentials.id}/claim`;
    try {
      return await this.#sendKeyed(path, request, granted);
    } catch (error) {
      // The sender of the request sees the reason, not the path.
      const reason = error instanceof StationApiError ? error.reason : null;
      throw reason === null ? error : new Error(reason, { cause: error });
    }
  }

  sendLog(request: string, text: string): Promise<object> {
    const whole = text.split("\n").filter((line) => line !== "");
    const lines = whole.slice(-MAX_LOG_LINES).map((line) => line.slice(0, MAX_LINE_CHARS));
    return this.#sendKeyed(`/audioServers/${this.#credentials.id}/log`, { request, lines }, sent);
  }

  authorizeChannel(socketId: string, channel: string) {
    const body = { socket_id: socketId, channel_name: channel };
    return this.#sendKeyed("/websocket/auth", body, channelRight);
  }

  authorizeUser(socketId: string) {
    return this.#sendKeyed("/websocket/user-auth", { socket_id: socketId }, userRight);
  }

  #sendKeyed<Answer>(path: string, body: object, shape: z.ZodType<Answer>): Promise<Answer> {
    return send(this.#station, { path, body, key: this.#credentials.key }, shape);
  }
}

async function send<Answer>(
  station: string,
  { path, body, key }: { path: string; body?: object; key?: string },
  shape: z.ZodType<Answer>,
): Promise<Answer> {
  const response = await fetch(new URL(`/api${path}`, station), {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    redirect: "error",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new StationApiError(`The station at ${station} cannot be reached.`, null, error);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const given = refusal.safeParse(answer);
    const reason = given.success ? given.data.error.message : `It answered ${response.status}.`;
    const failure = new StationApiError(`The station refused ${path}: ${reason}`, response.status);
    failure.reason = given.data?.error.message ?? null;
    throw failure;
  }
  const parsed = shape.safeParse(answer);
  if (!parsed.success) {
    throw new StationApiError(`The station's answer to ${path} cannot be read.`, response.status);
  }
  return parsed.data;
}
