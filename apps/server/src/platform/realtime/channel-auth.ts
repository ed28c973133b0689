import type { FastifyInstance } from "fastify";
import type Pusher from "pusher";

import { authoriseChannel, authoriseUser } from "@linedesk/contract";
import type { ApiCall } from "../http/api-call.ts";
import { bindEndpoint, type BindDeps } from "../http/bind-endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { parseChannel, type Channel } from "./channel.ts";

type Call = ApiCall<typeof authoriseChannel>;

function refused(): ApiError {
  return new ApiError("forbidden", "You may not follow this channel.");
}

/**
 * Throws unless the caller may follow the channel; answers what a presence channel shows of him.
 */
async function authorizeSubscription(
  call: Call,
  channel: Channel,
): Promise<Pusher.PresenceChannelData | null> {
  if (channel.type === "user") {
    if (channel.user !== call.user.id) {
      throw refused();
    }
    return null;
  }
  const role = await call.requirePermission(channel.station, "screen");
  if (channel.type === "station") {
    return null;
  }
  return { user_id: call.user.id, user_info: { name: call.user.name, role } };
}

/** What is signed must be a socket's id and nothing that only begins like one. */
function checkSocketId(socketId: string): void {
  if (/^\d{1,20}\.\d{1,20}$/.test(socketId)) {
    return;
  }
  throw new ApiError("bad_request", "Not as it should be: socket_id.", {
    fields: { socket_id: "digits, a dot, digits" },
  });
}

/** [RT14] A socket that is signed in can be ended when its user's session ends. */
export function registerUserAuth(app: FastifyInstance, pusher: Pusher, deps: BindDeps): void {
  bindEndpoint(
    app,
    authoriseUser,
    async ({ user, session, body }) => {
      checkSocketId(body.socket_id);
      return pusher.authenticateUser(body.socket_id, {
        id: user.id,
        // By it the socket is found when this session ends.
        user_info: { name: user.name, session: session.id },
      });
    },
    deps,
  );
}

export interface ChannelSigning {
  pusher: Pusher;
  /** Our own hub wants to know of private channels too for whom they were signed [HB36]. */
  namesUser: boolean;
}

/** [RT13] Signs a subscription after asking session, membership and role. */
export function registerChannelAuth(
  app: FastifyInstance,
  { pusher, namesUser }: ChannelSigning,
  deps: BindDeps,
): void {
  bindEndpoint(
    app,
    authoriseChannel,
    async (call) => {
      const { socket_id: socketId, channel_name: name } = call.body;
      checkSocketId(socketId);
      const channel = parseChannel(name);
      if (channel === null) {
        throw refused();
      }
      const member = await authorizeSubscription(call, channel);
      const named = member ?? (namesUser ? { user_id: call.user.id } : null);
      return named === null
        ? pusher.authorizeChannel(socketId, name)
        : pusher.authorizeChannel(socketId, name, named);
    },
    deps,
  );
}
