import { type Channel, type Member, presenceBlock } from "../app/channel-table.ts";
import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import type { Joining } from "../app/joining-sockets.ts";
import type { HubCluster, JoinAnswer } from "../cluster/hub-cluster.ts";
import type { ChannelName } from "../protocol/channel-name.ts";

type Joined = Extract<JoinAnswer, { status: "joined" }>;

export interface ClusterTarget {
  name: ChannelName;
  member: Member;
}

export type ClusterOutcome = "joined" | "presence_full" | "cancelled";

/**
 * Joins a presence channel of all hubs. The socket gets its answer first, and then the events that
 * came while it waited; the answer already contains older changes of the members.
 */
export async function joinCluster(
  app: HubApp,
  cluster: HubCluster,
  request: { connection: Connection; joining: Joining; target: ClusterTarget },
  onJoined: (channel: Channel, block: string) => void,
): Promise<ClusterOutcome> {
  const { connection, joining, target } = request;
  const { name, member } = target;
  const answer = await cluster.join({
    ...member,
    channel: name.name,
    socketId: connection.socketId,
    limit: app.limits.presenceMembers,
  });
  if (answer.status === "presence_full") {
    return "presence_full";
  }
  if (joining.isCancelled) {
    cluster.leave(name.name, answer.ticket);
    return "cancelled";
  }
  app.channels.joining.end(connection, joining);
  const entered = { name, member: { ...member, ticket: answer.ticket } };
  const channel = app.channels.enter(connection, entered);
  onJoined(channel, presenceBlock(answer.members));
  sendHeld(connection, joining, answer);
  return "joined";
}

function sendHeld(connection: Connection, { held }: Joining, { position }: Joined): void {
  for (const { frame, position: at } of held) {
    if (at === null || at > position) {
      connection.sendEncoded(frame);
    }
  }
}
