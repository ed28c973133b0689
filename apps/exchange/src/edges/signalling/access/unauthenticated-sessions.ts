export interface UnauthenticatedSession {
  reject(): void;
}

/** The strangers at the door. Too many of them must not keep the next one out. */
export class UnauthenticatedSessions {
  readonly #limit: number;
  readonly #waiting = new Set<UnauthenticatedSession>();

  /** Whoever comes beyond the limit takes the place of the one who has waited longest. */
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
