import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const screen = { type: "permission", permission: "screen" } as const;
const id = z.object({ id: z.uuid() });
const ofStation = z.object({ station: z.uuid() });

export const audioServer = z.object({ id: z.uuid(), name: z.string() });
export type AudioServer = z.output<typeof audioServer>;

export const listAudioServers = endpoint("GET /audioServers", {
  id: "listAudioServers",
  summary: "The paired audio servers of a station",
  access: screen,
  query: ofStation,
  answer: z.object({ items: z.array(audioServer), nextCursor: z.nullable(z.string()) }),
});

export const readAudioServer = endpoint("GET /audioServers/{id}", {
  id: "audioServer",
  summary: "An audio server's id and name",
  access: { type: "thing", permission: "screen" },
  params: id,
  answer: audioServer,
  errors: ["not_found"],
});

/** An operator who uses an audio server, or the audio server, on `presence-audio-server-...`. */
export const audioServerMember = z.object({
  kind: z.enum(["operator", "audio_server"]),
  name: z.string(),
  /** Is true when the operator may end a call that the line carries for another operator. */
  mayTakeOver: z.optional(z.boolean()),
});

export function audioServerChannel(server: string, line: string): string {
  return `presence-audio-server-${server}-${line}`;
}

/** Returns the `user_id` of an audio server in the realtime service. */
export function audioServerUser(server: string): string {
  return `as-${server}`;
}

/** Returns the identity of an audio server's line in the telephony service. */
export function audioServerIdentity(server: string, line: string): string {
  return `as-${server}-${line}`;
}
