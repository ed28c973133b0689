import Pusher from "pusher";
import * as z from "zod";

import { audioServerChannel, audioServerUser, userChannel } from "@linedesk/contract";
import type { Config } from "../../config/config.ts";

const REQUEST_TIMEOUT_MS = 5_000;

const refusals = [400, 404, 413];

/** Returns true when the service refused the request and would refuse a repetition too. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Pusher.RequestError && refusals.includes(error.status ?? 0);
}

/** Creates the official client of the realtime service: our own hub or an external service. */
export function createPusher(
  { appId, key, secret, cluster, external }: Config["realtime"],
  internalPort: number,
): Pusher {
  const app = { appId, key, secret, timeout: REQUEST_TIMEOUT_MS };
  const { host, port, tls } = external ?? { host: "127.0.0.1", port: internalPort, tls: false };
  // The API of a Pusher cluster has another host name than its sockets.
  if (/^ws(-\w+)?\.pusher(app)?\.com$/.test(host)) {
    return new Pusher({ ...app, cluster, useTLS: true });
  }
  return new Pusher({ ...app, host, port: String(port), useTLS: tls });
}

const occupied = z.object({ channels: z.record(z.string(), z.unknown()) });

const members = z.object({ users: z.array(z.object({ id: z.string() })) });
/** The prefix before the id and the line in every audio server's channel. */
const SERVER_CHANNELS = audioServerChannel("", "").replace(/-$/, "");

/** Returns people with an open console, from their own channels. Throws when this is unknown. */
export async function readPresentUsers(pusher: Pusher): Promise<ReadonlySet<string>> {
  const prefix = userChannel("");
  const names = await listOccupied(pusher, prefix);
  return new Set(names.map((name) => name.slice(prefix.length)));
}

/**
 * Returns present audio servers by id, from the channels of their lines. Throws when this is
 * unknown.
 */
export async function readPresentAudioServers(pusher: Pusher): Promise<ReadonlySet<string>> {
  const names = await listOccupied(pusher, SERVER_CHANNELS);
  const inEach = await Promise.all(names.map((name) => readMembers(pusher, name)));
  const prefix = audioServerUser("");
  const servers = inEach.flatMap((ids) => [...ids]).filter((id) => id.startsWith(prefix));
  return new Set(servers.map((id) => id.slice(prefix.length)));
}

/**
 * Returns the members of a presence channel by id; an empty set when the service does not know the
 * channel.
 */
export async function readMembers(pusher: Pusher, channel: string): Promise<ReadonlySet<string>> {
  const answer = await pusher.get({ path: `/channels/${channel}/users` });
  const users = answer.ok ? members.parse(await answer.json()).users : [];
  return new Set(users.map(({ id }) => id));
}

async function listOccupied(pusher: Pusher, prefix: string): Promise<string[]> {
  const answer = await pusher.get({ path: "/channels", params: { filter_by_prefix: prefix } });
  if (!answer.ok) {
    throw new Error(`The realtime service returned no members: ${answer.status}`);
  }
  return Object.keys(occupied.parse(await answer.json()).channels);
}
