/** A message between the hubs of one app, each of which has its own sockets. */
export type ClusterMessage =
  | {
      type: "event";
      channels: readonly string[];
      name: string;
      /** The payload as it is sent. */
      data: string;
      socketId?: string | undefined;
    }
  | {
      type: "client_event";
      channel: string;
      name: string;
      data: string;
      /** The user that the sender's hub has set. */
      userId?: string | undefined;
    }
  | { type: "user_terminated"; userId: string }
  | { type: "user_granted"; socketId: string; userId: string; userInfo: unknown }
  | MemberMessage;

/**
 * A change of a channel's members. The cluster sends it to every hub, including its source.
 * `position` rises with each change of one channel.
 */
export type MemberMessage =
  | {
      type: "member_added";
      channel: string;
      position: number;
      userId: string;
      userInfo: unknown;
      /** The user's first socket, which gets the members in its own answer. */
      socketId: string;
    }
  | { type: "member_removed"; channel: string; position: number; userId: string };

export interface ClusterMember {
  userId: string;
  userInfo: unknown;
}

/** One socket that joins a presence channel. */
export interface ClusterJoin extends ClusterMember {
  channel: string;
  socketId: string;
  /** A further user is refused when the channel has this number of members. */
  limit: number;
}

export type JoinAnswer =
  | {
      status: "joined";
      /** Names this subscription when it ends. */
      ticket: number;
      /** `members` contains the changes up to this position. */
      position: number;
      members: readonly ClusterMember[];
    }
  | { status: "presence_full" };

export interface ClusterChannel {
  name: string;
  subscribers: number;
  /** The users of a presence channel; 0 for another channel. */
  users: number;
}

export interface ClusterListener {
  handleMessage(message: ClusterMessage): void;
  /** Messages may be missing, so members of presence channels must join again. */
  handleLost(): void;
}

/**
 * Connects the hubs of one app on several servers. Messages of one hub arrive in order. If a hub
 * publishes a message and then receives another, every hub gets the first message before any answer
 * to the other one.
 */
export interface HubCluster {
  start(listener: ClusterListener): void;
  /** Resolves when every other hub will get the message. Rejects when it is dropped. */
  publish(message: ClusterMessage): Promise<void>;
  /** Resolves when every message that was published before has arrived here. */
  sync(): Promise<void>;
  join(request: ClusterJoin): Promise<JoinAnswer>;
  /** Never throws: a subscription that cannot be deleted ends with its server. */
  leave(channel: string, ticket: number): void;
  /** Reports that the channel has this number of subscribers at this hub. */
  noteSubscribers(channel: string, subscribers: number): void;
  /** Returns the channels with a subscriber at any hub, by the beginning of their names. */
  listChannels(prefix: string): Promise<readonly ClusterChannel[]>;
  findChannel(name: string): Promise<ClusterChannel | null>;
  listMembers(channel: string): Promise<readonly ClusterMember[]>;
}
