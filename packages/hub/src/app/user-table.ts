import { encodeFrame } from "../protocol/frame.ts";
import type { Connection, SignedInUser } from "./connection.ts";

/** The signed-in users, the sockets of each, and the watchlists. */
export class UserTable {
  readonly #connections = new Map<string, Set<Connection>>();
  readonly #watchers = new Map<string, Set<Connection>>();

  get size(): number {
    return this.#connections.size;
  }

  connectionsOf(userId: string): readonly Connection[] {
    return [...(this.#connections.get(userId) ?? [])];
  }

  signIn(connection: Connection, user: SignedInUser): void {
    connection.user = user;
    const isFirst = addTo(this.#connections, user.id, connection);
    for (const watched of user.watchlist) {
      addTo(this.#watchers, watched, connection);
    }
    if (isFirst) {
      this.#notifyWatchers("online", user.id);
    }
  }

  /**
   * Sends a newly signed-in socket the users of its watchlist who are online and those who are
   * offline.
   */
  sendWatchlist(connection: Connection): void {
    const watchlist = connection.user?.watchlist ?? [];
    const online = watchlist.filter((id) => this.#connections.has(id));
    const offline = watchlist.filter((id) => !this.#connections.has(id));
    if (online.length > 0) {
      connection.sendEncoded(watchlistFrame("online", online));
    }
    if (offline.length > 0) {
      connection.sendEncoded(watchlistFrame("offline", offline));
    }
  }

  signOut(connection: Connection): void {
    const user = connection.user;
    if (user === null) {
      return;
    }
    connection.user = null;
    for (const watched of user.watchlist) {
      removeFrom(this.#watchers, watched, connection);
    }
    if (removeFrom(this.#connections, user.id, connection)) {
      this.#notifyWatchers("offline", user.id);
    }
  }

  #notifyWatchers(name: "online" | "offline", userId: string): void {
    const watchers = this.#watchers.get(userId);
    if (watchers === undefined) {
      return;
    }
    const frame = watchlistFrame(name, [userId]);
    for (const watcher of watchers) {
      watcher.sendEncoded(frame);
    }
  }
}

function watchlistFrame(name: "online" | "offline", userIds: readonly string[]): Buffer {
  const data = JSON.stringify({ events: [{ name, user_ids: userIds }] });
  return encodeFrame({ event: "pusher_internal:watchlist_events", data });
}

/** Returns true for the first entry of the key. */
function addTo(table: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const existing = table.get(key);
  if (existing === undefined) {
    table.set(key, new Set([connection]));
  } else {
    existing.add(connection);
  }
  return existing === undefined;
}

function removeFrom(
  table: Map<string, Set<Connection>>,
  key: string,
  connection: Connection,
): boolean {
  const existing = table.get(key);
  if (existing === undefined || !existing.delete(connection) || existing.size > 0) {
    return false;
  }
  return table.delete(key);
}
