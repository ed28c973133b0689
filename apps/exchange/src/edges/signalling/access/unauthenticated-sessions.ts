export interface UnauthenticatedSession {
  reject(): void;
}

/** Limits the unauthenticated sockets, so that the next client can always connect. */
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
