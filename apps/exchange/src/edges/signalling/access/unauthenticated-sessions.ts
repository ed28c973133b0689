export interface UnauthenticatedSession {
  reject(): void;
}

/**
 * Holds the unauthenticated sockets. However many there are, the next client must still be able to
 * connect.
 */
export class UnauthenticatedSessions {
  readonly #limit: number;
  readonly #waiting = new Set<UnauthenticatedSession>();

  /** A socket beyond the limit replaces the oldest one. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(session: UnauthenticatedSession): void {
    this.#waiting.add(session);
    if (this.#waiting.size <= this.#limit) {
      return;
    }
    const [oldest] = this.#waiting;
    oldest?.reject();
  }

  remove(session: UnauthenticatedSession): void {
    this.#waiting.delete(session);
  }
}
