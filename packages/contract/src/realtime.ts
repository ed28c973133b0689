import * as z from "zod/mini";

import { call } from "./calls.ts";
import { endpoint } from "./endpoint.ts";
import { phoneLine } from "./stations.ts";

export function stationChannel(station: string): string {
  return `private-station-${station}`;
}
export function stationPresence(station: string): string {
  return `presence-station-${station}`;
}
export function userChannel(user: string): string {
  return `private-user-${user}`;
}

/** What `private-station-{id}` carries; `seq` counts without gaps per station. */
export const stationEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call.arrived"), seq: z.number(), call }),
  z.object({ type: z.literal("call.changed"), seq: z.number(), call }),
  z.object({ type: z.literal("call.ended"), seq: z.number(), call }),
  z.object({ type: z.literal("line.changed"), seq: z.number(), phoneLine }),
  /** The telephony service went away or came back. */
  z.object({
    type: z.literal("station.telephony"),
    seq: z.number(),
    state: z.enum(["up", "down"]),
  }),
  /** Stands in for an event over 10 KB: ask for a snapshot. */
  z.object({ type: z.literal("station.stale"), seq: z.number() }),
]);
export type StationEvent = z.output<typeof stationEvent>;

/** What `private-user-{uuid}` carries. */
export const userEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("settings.changed") }),
  z.object({ type: z.literal("session.revoked") }),
]);
export type UserEvent = z.output<typeof userEvent>;

/** The form body is what pusher-js posts. */
export const authoriseChannel = endpoint({
  id: "authoriseChannel",
  method: "POST",
  path: "/websocket/auth",
  summary: "Signs a realtime subscription, by session, membership and role",
  access: { type: "session" },
  body: z.object({ socket_id: z.string(), channel_name: z.string() }),
  answer: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
});

/** The form body is what pusher-js posts; `user_data` is JSON with the user's id and name. */
export const authoriseUser = endpoint({
  id: "authoriseUser",
  method: "POST",
  path: "/websocket/user-auth",
  summary:
    "Signs the session's user in at the realtime service, so that a sign-out ends the socket",
  access: { type: "session" },
  body: z.object({ socket_id: z.string() }),
  answer: z.object({ auth: z.string(), user_data: z.string() }),
});

/** What the console needs to know at run time; public, as it stands before sign-in. */
export const clientConfig = endpoint({
  id: "clientConfig",
  method: "GET",
  path: "/config",
  summary: "Run-time configuration of the console",
  access: { type: "public" },
  answer: z.object({
    realtime: z.object({
      key: z.string(),
      host: z.string(),
      port: z.number(),
      tls: z.boolean(),
      cluster: z.string(),
    }),
    voice: z.object({
      /** Host and port for the SDK's `chunderw`; null for the provider's own edges. */
      signallingHost: z.nullable(z.string()),
      tls: z.boolean(),
      edge: z.string(),
    }),
    soundsUrl: z.string(),
    /** Shown on the sign-in page and in Help; null when not set. */
    supportPhone: z.nullable(z.string()),
    phoneEnabled: z.boolean(),
    version: z.string(),
  }),
});
