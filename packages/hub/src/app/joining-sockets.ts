import type { Connection } from "./connection.ts";

/** A client for which this many frames wait is so far behind that it must connect again. */
const MAX_HELD_FRAMES = 500;

export interface HeldFrame {
  frame: Buffer;
  /** The position of a change of the members; `null` for any other event. */
  position: number | null;
}

/** A socket whose subscription waits for the other hubs. Events of its channel wait with it. */
export interface Joining {
  readonly channel: string;
  readonly held: HeldFrame[];
  isCancelled: boolean;
  isOverfull: boolean;
}

/** The sockets that join a channel, until the cluster has answered. */
export class JoiningSockets {
  readonly #byChannel = new Map<string, Map<Connection, Joining>>();

  begin(connection: Connection, channel: string): Joining {
    const joining: Joining = { channel, held: [], isCancelled: false, isOverfull: false };
    const existing = this.#byChannel.get(channel) ?? new Map<Connection, Joining>();
    this.#byChannel.set(channel, existing.set(connection, joining));
    connection.channels.add(channel);
    return joining;
  }

  /**
   * Returns true when the socket was joining. Its subscription then ends as soon as the cluster
   * answers.
   */
  cancel(connection: Connection, channel: string): boolean {
    const joining = this.#byChannel.get(channel)?.get(connection);
    if (joining === undefined) {
      return false;
    }
    joining.isCancelled = true;
    this.#remove(connection, channel);
    return true;
  }

  end(connection: Connection, joining: Joining): void {
    if (!joining.isCancelled) {
      this.#remove(connection, joining.channel);
    }
  }

  has(channel: string): boolean {
    return this.#byChannel.has(channel);
  }

  hold(channel: string, held: HeldFrame, exceptSocketId: string | undefined): void {
    for (const [connection, joining] of this.#byChannel.get(channel) ?? []) {
      if (connection.socketId === exceptSocketId) {
        continue;
      }
      joining.isOverfull ||= joining.held.length >= MAX_HELD_FRAMES;
      if (!joining.isOverfull) {
        joining.held.push(held);
      }
    }
  }

  #remove(connection: Connection, channel: string): void {
    const all = this.#byChannel.get(channel);
    all?.delete(connection);
    if (all?.size === 0) {
      this.#byChannel.delete(channel);
    }
  }
}
