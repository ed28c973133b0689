import { listOwnMembers, type Channel } from "../app/channel-table.ts";
import type { HubApp } from "../app/hub-app.ts";
import type { ClusterChannel, HubCluster } from "../cluster/hub-cluster.ts";

/** The occupied channels and their members, at all hubs of the app. */
export type ChannelDirectory = Pick<HubCluster, "listChannels" | "findChannel" | "listMembers">;

/** Without a cluster the directory contains the channels of this hub. */
export function openDirectory({ cluster, channels }: HubApp): ChannelDirectory {
  return (
    cluster ?? {
      listChannels: async (prefix) =>
        [...channels.all()]
          .filter(({ name }) => name.name.startsWith(prefix))
          .map((channel) => describe(channel)),
      findChannel: async (name) => {
        const channel = channels.get(name);
        return channel === undefined ? null : describe(channel);
      },
      listMembers: async (name) => {
        const channel = channels.get(name);
        return channel === undefined ? [] : listOwnMembers(channel);
      },
    }
  );
}

function describe({ name, subscribers, members }: Channel): ClusterChannel {
  return { name: name.name, subscribers: subscribers.size, users: members.size };
}
