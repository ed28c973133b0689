import type Pusher from "pusher";
import type * as z from "zod/mini";

import {
  audioServerUser,
  authoriseChannel,
  authoriseUser,
  type audioServerMember,
  type DeviceLine,
  type Role,
} from "@linedesk/contract";
import type { ApiCall } from "../http/api-call.ts";
import type { Api } from "../http/api.ts";
import { ApiError } from "../http/errors.ts";
import type { Session } from "../http/session-guard.ts";
import { parseChannel, type Channel } from "./channel.ts";

type Call = ApiCall<typeof authoriseChannel>;
type AudioServerMember = z.output<typeof audioServerMember>;

export interface KnownAudioServer {
  id: string;
  station: string;
  name: string;
  pairedAt: string;
}

export interface AudioServerKeys {
  /** Throws `not_signed_in` for an unknown or revoked key. */
  requireKey(key: string): Promise<KnownAudioServer>;
  findStation(id: string): Promise<string | null>;
  mayTakeOver(at: {
    station: string;
    server: string;
    line: DeviceLine;
    role: Role;
  }): Promise<boolean>;
}

function channelForbidden(): ApiError {
  return new ApiError("channel_forbidden");
}

async function authorisePerson(
  call: Call,
  channel: Channel,
  keys: AudioServerKeys,
): Promise<Pusher.PresenceChannelData | null> {
  const { id, name } = call.user;
  switch (channel.type) {
    case "user":
      if (channel.user !== id) {
        throw channelForbidden();
      }
      return null;
    case "station":
      await call.requirePermission(channel.station, "screen");
      return null;
    case "station_whole":
      await call.requirePermission(channel.station, "screen");
      if ((await call.findMasking()) !== null) {
        throw channelForbidden();
      }
      return null;
    case "station_presence": {
      const role = await call.requirePermission(channel.station, "screen");
      return { user_id: id, user_info: { name, role } };
    }
    case "audio_server": {
      const station = await keys.findStation(channel.server);
      if (station === null) {
        throw channelForbidden();
      }
      const role = await call.requirePermission(station, "screen");
      const mayTakeOver = await keys.mayTakeOver({ ...channel, station, role });
      const info: AudioServerMember = { kind: "operator", name, mayTakeOver };
      return { user_id: id, user_info: info };
    }
  }
}

/** An audio server may use only the channels of its own lines. */
function authoriseKey(server: KnownAudioServer, channel: Channel): Pusher.PresenceChannelData {
  if (channel.type !== "audio_server" || channel.server !== server.id) {
    throw channelForbidden();
  }
  const info: AudioServerMember = { kind: "audio_server", name: server.name };
  return { user_id: audioServerUser(server.id), user_info: info };
}

/** Throws unless the whole text is a socket id, because we sign the text that the client sends. */
function checkSocketId(socketId: string): void {
  if (/^\d{1,20}\.\d{1,20}$/.test(socketId)) {
    return;
  }
  throw new ApiError(
    { reason: "fields_wrong", params: { fields: "socket_id" } },
    {
      fields: { socket_id: "must_be_socket_id" },
    },
  );
}

export interface ChannelSigning {
  pusher: Pusher;
  keys: AudioServerKeys;
  /**
   * Passes the person of a socket to our own hub, because the hub needs the user of private
   * channels too. `null` with an external service. At the end of a session, that service closes
   * only the sockets that have used user authentication.
   */
  grant: ((socketId: string, user: { id: string; info: unknown }) => Promise<void>) | null;
}

export function registerRealtime(api: Api, signing: ChannelSigning): void {
  registerUserAuth(api, signing);
  registerChannelAuth(api, signing);
}

/** Signs a socket in as its user, so that the server can close it when the user's session ends. */
function registerUserAuth(
  api: Api,
  { pusher, keys }: Pick<ChannelSigning, "pusher" | "keys">,
): void {
  api.serve(authoriseUser, async (call) => {
    const { socket_id: socketId } = call.body;
    checkSocketId(socketId);
    if (call.key !== null) {
      const { id, info } = userOfKey(await keys.requireKey(call.key));
      return pusher.authenticateUser(socketId, { id, user_info: info });
    }
    const { id, info } = userOfSession(call.session);
    return pusher.authenticateUser(socketId, { id, user_info: info });
  });
}

/**
 * Returns the realtime user of an audio server. When the audio server's key is revoked, the server
 * closes the sockets of this user.
 */
function userOfKey({ id, pairedAt }: KnownAudioServer) {
  return { id: audioServerUser(id), info: { audioServer: id, pairedAt } };
}

/**
 * Returns the realtime user of a session. When the session ends, the server closes the sockets that
 * have the session's id.
 */
function userOfSession({ id: session, user: { id, name } }: Session) {
  return { id, info: { name, session } };
}

function registerChannelAuth(api: Api, { pusher, keys, grant }: ChannelSigning): void {
  api.serve(authoriseChannel, async (call) => {
    const { socket_id: socketId, channel_name: name } = call.body;
    checkSocketId(socketId);
    const server = call.key === null ? null : await keys.requireKey(call.key);
    const channel = parseChannel(name);
    if (channel === null) {
      throw channelForbidden();
    }
    if (server !== null) {
      const member = authoriseKey(server, channel);
      await grant?.(socketId, userOfKey(server));
      return pusher.authorizeChannel(socketId, name, member);
    }
    const member = await authorisePerson(call, channel, keys);
    await grant?.(socketId, userOfSession(call.session));
    const named = member ?? (grant === null ? null : { user_id: call.user.id });
    return named === null
      ? pusher.authorizeChannel(socketId, name)
      : pusher.authorizeChannel(socketId, name, named);
  });
}
