import type {
  ClusterChannel,
  ClusterJoin,
  ClusterListener,
  ClusterMember,
  ClusterMessage,
  HubCluster,
  JoinAnswer,
} from "../cluster/hub-cluster.ts";

interface Row extends ClusterMember {
  hub: MemoryCluster;
  ticket: number;
  channel: string;
}

/** Replaces the database that servers share. No message arrives before `flush`. */
export class SharedMemory {
  readonly hubs: MemoryCluster[] = [];
  rows: Row[] = [];
  position = 0;
  readonly #waiting: (() => void)[] = [];

  later(run: () => void): void {
    this.#waiting.push(run);
  }

  /** Delivers the waiting messages, and the messages that these cause, in order. */
  async flush(): Promise<void> {
    do {
      this.#waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#waiting.length > 0);
  }

  send(message: ClusterMessage, from: MemoryCluster | null): void {
    for (const hub of this.hubs.filter((one) => one !== from)) {
      this.later(() => hub.listener?.handleMessage(message));
    }
  }

  remove(isGone: (row: Row) => boolean): void {
    const gone = this.rows.filter(isGone);
    this.rows = this.rows.filter((row) => !gone.includes(row));
    for (const { channel, userId } of gone) {
      if (this.rows.some((row) => row.channel === channel && row.userId === userId)) {
        continue;
      }
      this.position += 1;
      this.send({ type: "member_removed", channel, userId, position: this.position }, null);
    }
  }
}

/** A cluster in memory, for hubs in one process. */
export class MemoryCluster implements HubCluster {
  listener: ClusterListener | null = null;
  isAway = false;
  readonly #shared: SharedMemory;
  readonly #counts = new Map<string, number>();

  constructor(shared: SharedMemory) {
    this.#shared = shared;
    shared.hubs.push(this);
  }

  start(listener: ClusterListener): void {
    this.listener = listener;
  }

  async publish(message: ClusterMessage): Promise<void> {
    if (this.isAway) {
      throw new Error("The cluster is away");
    }
    this.#shared.send(message, this);
  }

  sync(): Promise<void> {
    return new Promise((resolve) => this.#shared.later(resolve));
  }

  join(request: ClusterJoin): Promise<JoinAnswer> {
    const { channel, socketId, userId, userInfo, limit } = request;
    const shared = this.#shared;
    const before = shared.rows.filter((row) => row.channel === channel);
    const isNew = before.every((row) => row.userId !== userId);
    const users = new Map(before.map((row) => [row.userId, row]));
    if (this.isAway) {
      return Promise.reject(new Error("The cluster is away"));
    }
    if (isNew && users.size >= limit) {
      return Promise.resolve({ status: "presence_full" });
    }
    shared.position += 1;
    const { position } = shared;
    const row = { hub: this, ticket: position, channel, userId, userInfo };
    shared.rows.push(row);
    const members = [...users.values(), ...(isNew ? [row] : [])];
    if (isNew) {
      shared.send({ type: "member_added", channel, position, userId, userInfo, socketId }, null);
    }
    return new Promise((resolve) =>
      shared.later(() => resolve({ status: "joined", ticket: position, position, members })),
    );
  }

  leave(_channel: string, ticket: number): void {
    this.#shared.remove((row) => row.ticket === ticket);
  }

  noteSubscribers(channel: string, subscribers: number): void {
    this.#counts.set(channel, subscribers);
  }

  async listChannels(prefix: string): Promise<ClusterChannel[]> {
    const names = this.#shared.hubs.flatMap((hub) => [...hub.#counts.keys()]);
    const found = await Promise.all([...new Set(names)].map((name) => this.findChannel(name)));
    return found.filter((channel) => channel !== null && channel.name.startsWith(prefix)) as [];
  }

  async findChannel(name: string): Promise<ClusterChannel | null> {
    const counts = this.#shared.hubs.map((hub) => hub.#counts.get(name) ?? 0);
    const subscribers = counts.reduce((sum, count) => sum + count, 0);
    const users = (await this.listMembers(name)).length;
    return subscribers === 0 ? null : { name, subscribers, users };
  }

  async listMembers(channel: string): Promise<ClusterMember[]> {
    const rows = this.#shared.rows.filter((row) => row.channel === channel);
    return [...new Map(rows.map((row) => [row.userId, row])).values()];
  }

  /** Simulates the death of this hub's server: another server removes its members. */
  die(): void {
    this.#shared.remove((row) => row.hub === this);
  }
}
