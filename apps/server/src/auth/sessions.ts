import { createHash, randomBytes } from "node:crypto";

import { uuidV7 } from "../platform/db/uuid.ts";
import type { Session } from "../platform/http/session-guard.ts";
import type { NewSession, SessionStore, StoredSession } from "./session-store.ts";

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

/** The shortest time between two stored uses of a session. Most reads therefore write nothing. */
const TOUCH_EVERY_MS = 60_000;
/** Ended sessions are kept for a while for later inquiries. */
const KEEP_ENDED_MS = 7 * 24 * 3_600_000;
const MAX_USER_AGENT_LENGTH = 200;

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

interface SessionsDeps {
  store: SessionStore;
  limits: SessionLimits;
  now: () => number;
}

export interface StartedSession {
  token: string;
  expiresAt: Date;
}

export class Sessions {
  readonly #store: SessionStore;
  readonly #limits: SessionLimits;
  readonly #now: () => number;

  constructor({ store, limits, now }: SessionsDeps) {
    this.#store = store;
    this.#limits = limits;
    this.#now = now;
  }

  async start(
    userId: string,
    about: Pick<NewSession, "idTokenHint" | "userAgent">,
  ): Promise<StartedSession> {
    const now = this.#now();
    const token = randomBytes(32).toString("base64url");
    const expiresAt = new Date(now + this.#limits.absoluteMs);
    await this.#store.insert({
      id: uuidV7(now),
      tokenHash: hashToken(token),
      userId,
      createdAt: new Date(now),
      expiresAt,
      idTokenHint: about.idTokenHint,
      userAgent: about.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    });
    await this.#store.deleteExpiredBefore(new Date(now - KEEP_ENDED_MS));
    return { token, expiresAt };
  }

  /** Returns the open session of a token; `null` when unknown, ended, revoked or too old. */
  find(token: string | undefined): Promise<Session | null> {
    return this.#open(token, TOUCH_EVERY_MS);
  }

  renew(token: string | undefined): Promise<Session | null> {
    return this.#open(token, 0);
  }

  async #open(token: string | undefined, touchEveryMs: number): Promise<Session | null> {
    const stored = await this.#findOpen(token);
    if (stored === null) {
      return null;
    }
    const now = this.#now();
    const isStale = now - stored.lastSeenAt.getTime() >= touchEveryMs;
    if (isStale) {
      await this.#store.touch(stored.id, new Date(now));
    }
    const idleEnd = (isStale ? now : stored.lastSeenAt.getTime()) + this.#limits.idleMs;
    const expires = new Date(Math.min(idleEnd, stored.expiresAt.getTime()));
    return { id: stored.id, user: stored.user, expires };
  }

  /** Ends the session of a token. Returns the hint that the issuer needs to end its own session. */
  async end(
    token: string | undefined,
  ): Promise<{ userId: string; idTokenHint: string | null } | null> {
    const stored = await this.#findOpen(token);
    if (stored === null) {
      return null;
    }
    await this.#store.revoke(stored.id, new Date(this.#now()));
    return { userId: stored.user.id, idTokenHint: stored.idTokenHint };
  }

  endSessionsOf(userId: string): Promise<number> {
    return this.#store.revokeAllOfUser(userId, new Date(this.#now()));
  }

  endOverdue(): Promise<number> {
    return this.#store.revokeOverdue(new Date(this.#now()), this.#limits.idleMs);
  }

  listOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#store.listOpen(ids, new Date(this.#now()), this.#limits.idleMs);
  }

  async #findOpen(token: string | undefined): Promise<StoredSession | null> {
    if (token === undefined || !/^[\w-]{43}$/.test(token)) {
      return null;
    }
    const stored = await this.#store.findByTokenHash(hashToken(token));
    if (stored === undefined || stored.revokedAt !== null) {
      return null;
    }
    const now = this.#now();
    const isIdle = now - stored.lastSeenAt.getTime() >= this.#limits.idleMs;
    return isIdle || now >= stored.expiresAt.getTime() ? null : stored;
  }
}
