import type { Clock } from "@linedesk/base";
import type { ChannelName } from "../protocol/channel-name.ts";
import { encodeFrame } from "../protocol/frame.ts";
import type { HubLimits } from "../protocol/limits.ts";
import type { WebhookEvent } from "../protocol/webhook-event.ts";
import type { Connection } from "./connection.ts";
import { EventCache } from "./event-cache.ts";
import { JoiningSockets, type HeldFrame } from "./joining-sockets.ts";
import { SubscriptionCounts } from "./subscription-counts.ts";

export interface Member {
  userId: string;
  userInfo: unknown;
  /** The number by which the cluster knows this subscription; absent without a cluster. */
  ticket?: number;
}

/** Passes departures and subscriber counts of this table to the cluster. */
export interface ChannelReports {
  handleLeft(channel: string, ticket: number): void;
  handleCount(channel: string, subscribers: number): void;
}

interface Presence {
  info: unknown;
  sockets: number;
}

export interface Channel {
  readonly name: ChannelName;
  readonly subscribers: Map<Connection, Member | null>;
  /**
   * Members are users, not sockets: a user in two tabs is one member. With a cluster the map is
   * empty, because the cluster knows the members of all hubs.
   */
  readonly members: Map<string, Presence>;
}

export type JoinOutcome = "joined" | "presence_full";

export interface ChannelTableDeps {
  limits: HubLimits;
  clock: Clock;
  notify: (event: WebhookEvent) => void;
  sendsSubscriptionCount: boolean;
  reports: ChannelReports | null;
}

/** The subscribers of each channel. A channel exists while it has a subscriber. */
export class ChannelTable {
  /** The table keeps the cache, because cached events remain after their channel has ended. */
  readonly cache: EventCache;
  readonly counts: SubscriptionCounts;
  readonly joining = new JoiningSockets();
  readonly #reports: ChannelReports | null;
  readonly #limits: HubLimits;
  readonly #clock: Clock;
  readonly #notify: (event: WebhookEvent) => void;
  readonly #channels = new Map<string, Channel>();

  constructor(deps: ChannelTableDeps) {
    this.#limits = deps.limits;
    this.#clock = deps.clock;
    this.#notify = deps.notify;
    this.#reports = deps.reports;
    this.cache = new EventCache(deps.limits, deps.clock);
    this.counts = new SubscriptionCounts({
      isEnabled: deps.sendsSubscriptionCount,
      channels: this,
      clock: deps.clock,
      notify: deps.notify,
    });
  }

  get size(): number {
    return this.#channels.size;
  }

  get(name: string): Channel | undefined {
    return this.#channels.get(name);
  }

  all(): Iterable<Channel> {
    return this.#channels.values();
  }

  /**
   * Subscribes a socket. `onJoined` runs before the other subscribers get the new member, so that
   * the socket gets its own answer first.
   */
  join(
    connection: Connection,
    target: { name: ChannelName; member: Member | null },
    onJoined: (channel: Channel) => void,
  ): JoinOutcome {
    const { name, member } = target;
    const channel = this.#channels.get(name.name) ?? this.#create(name);
    const isNewMember = member !== null && !channel.members.has(member.userId);
    if (isNewMember && channel.members.size >= this.#limits.presenceMembers) {
      return "presence_full";
    }
    this.#subscribe(connection, channel, member);
    if (member !== null) {
      countIn(channel, member);
    }
    onJoined(channel);
    if (isNewMember) {
      this.#announceMember(channel, member, connection);
    }
    return "joined";
  }

  /** Subscribes a socket that the cluster has admitted. The cluster announces the new member. */
  enter(connection: Connection, target: { name: ChannelName; member: Member | null }): Channel {
    const channel = this.#channels.get(target.name.name) ?? this.#create(target.name);
    this.#subscribe(connection, channel, target.member);
    return channel;
  }

  leave(connection: Connection, name: string): void {
    if (this.joining.cancel(connection, name)) {
      connection.channels.delete(name);
      return;
    }
    const channel = this.#channels.get(name);
    const member = channel?.subscribers.get(connection);
    connection.channels.delete(name);
    if (channel === undefined || member === undefined) {
      return;
    }
    channel.subscribers.delete(connection);
    this.#reports?.handleCount(name, channel.subscribers.size);
    if (member?.ticket !== undefined) {
      this.#reports?.handleLeft(name, member.ticket);
    }
    if (member !== null) {
      this.#countOut(channel, member);
    }
    if (channel.subscribers.size > 0) {
      return;
    }
    this.#channels.delete(name);
    this.#notify({ name: "channel_vacated", channel: name });
  }

  leaveAll(connection: Connection): void {
    for (const name of connection.channels) {
      this.leave(connection, name);
    }
  }

  /** Returns true when an event of the channel has receivers at this hub. */
  hasReceivers(name: string): boolean {
    return this.#channels.has(name) || this.joining.has(name);
  }

  /**
   * Sends one encoded frame to every subscriber, except the socket `exceptSocketId`; returns the
   * number of receivers.
   */
  broadcast(name: string, frame: Buffer, exceptSocketId?: string): number {
    return this.broadcastChange(name, { frame, position: null }, exceptSocketId);
  }

  /**
   * Sends an event as `broadcast` does. A socket whose subscription is not answered yet gets the
   * event after the answer.
   */
  broadcastChange(name: string, held: HeldFrame, exceptSocketId?: string): number {
    const { frame } = held;
    this.joining.hold(name, held, exceptSocketId);
    const channel = this.#channels.get(name);
    if (channel === undefined) {
      return 0;
    }
    // The clock is read once, because for many subscribers reading it would cost as much as
    // sending.
    const now = this.#clock.now();
    let sent = 0;
    for (const connection of channel.subscribers.keys()) {
      if (connection.socketId === exceptSocketId) {
        continue;
      }
      connection.noteEvent(now);
      connection.sendEncoded(frame);
      sent += 1;
    }
    return sent;
  }

  #create(name: ChannelName): Channel {
    return { name, subscribers: new Map(), members: new Map() };
  }

  #subscribe(connection: Connection, channel: Channel, member: Member | null): void {
    const { name } = channel.name;
    const isFirst = channel.subscribers.size === 0;
    this.#channels.set(name, channel);
    channel.subscribers.set(connection, member);
    connection.channels.add(name);
    this.#reports?.handleCount(name, channel.subscribers.size);
    if (isFirst) {
      this.#notify({ name: "channel_occupied", channel: name });
    }
  }

  #announceMember(channel: Channel, member: Member, connection: Connection): void {
    this.broadcast(
      channel.name.name,
      memberAddedFrame(channel.name.name, member),
      connection.socketId,
    );
    this.#notify({ name: "member_added", channel: channel.name.name, user_id: member.userId });
  }

  #countOut(channel: Channel, member: Member): void {
    const presence = channel.members.get(member.userId);
    if (presence === undefined) {
      return;
    }
    presence.sockets -= 1;
    if (presence.sockets > 0) {
      return;
    }
    channel.members.delete(member.userId);
    const name = channel.name.name;
    this.broadcast(name, memberRemovedFrame(name, member.userId));
    this.#notify({ name: "member_removed", channel: name, user_id: member.userId });
  }
}

function countIn(channel: Channel, member: Member): void {
  const presence = channel.members.get(member.userId);
  if (presence === undefined) {
    channel.members.set(member.userId, { info: member.userInfo, sockets: 1 });
  } else {
    presence.sockets += 1;
  }
}

export function memberAddedFrame(channel: string, { userId, userInfo }: Member): Buffer {
  const data = JSON.stringify({ user_id: userId, user_info: userInfo });
  return encodeFrame({ event: "pusher_internal:member_added", channel, data });
}

export function memberRemovedFrame(channel: string, userId: string): Buffer {
  const data = JSON.stringify({ user_id: userId });
  return encodeFrame({ event: "pusher_internal:member_removed", channel, data });
}

/** Returns the members of the channel as this hub alone knows them. */
export function listOwnMembers(channel: Channel): Member[] {
  return [...channel.members].map(([userId, { info }]) => ({ userId, userInfo: info }));
}

/** Returns the state of a presence channel for a client that joins. */
export function presenceBlock(members: readonly Member[]): string {
  const ids = members.map(({ userId }) => userId);
  const hash = Object.fromEntries(
    members.map(({ userId, userInfo }) => [userId, userInfo ?? null]),
  );
  return JSON.stringify({ presence: { count: ids.length, ids, hash } });
}
