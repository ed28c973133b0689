import type { ClusterMessage, MemberMessage } from "../cluster/hub-cluster.ts";
import { pusherErrors } from "../protocol/codes.ts";
import { encodeFrame } from "../protocol/frame.ts";
import { memberAddedFrame, memberRemovedFrame } from "./channel-table.ts";
import { grantUser, type HubApp, terminateUser, triggerEvent } from "./hub-app.ts";

/**
 * Applies a message of another hub to the sockets of this one. The other hub has checked it, so its
 * sender is neither checked nor limited again.
 */
export function deliverMessage(app: HubApp, message: ClusterMessage): void {
  switch (message.type) {
    case "event":
      return triggerEvent(app, message);
    case "client_event": {
      const { channel, name: event, data, userId } = message;
      const stamp = userId === undefined ? {} : { user_id: userId };
      app.channels.broadcast(channel, encodeFrame({ event, channel, data, ...stamp }));
      return;
    }
    case "user_terminated":
      terminateUser(app, message.userId, pusherErrors.terminated);
      return;
    case "user_granted":
      grantUser(app, message.socketId, { id: message.userId, info: message.userInfo });
      return;
    case "member_added":
    case "member_removed":
      return deliverChange(app, message);
  }
}

function deliverChange({ channels }: HubApp, message: MemberMessage): void {
  const { channel, position, userId } = message;
  if (message.type === "member_removed") {
    const frame = memberRemovedFrame(channel, userId);
    channels.broadcastChange(channel, { frame, position });
    return;
  }
  const frame = memberAddedFrame(channel, message);
  channels.broadcastChange(channel, { frame, position }, message.socketId);
}

/**
 * Asks every socket that is in a presence channel to reconnect, because the members of the channel
 * are unknown.
 */
export function reconnectMembers(app: HubApp): void {
  for (const connection of app.connections.values()) {
    if ([...connection.channels].some((name) => name.startsWith("presence-"))) {
      connection.closeWith(pusherErrors.reconnect);
    }
  }
}
