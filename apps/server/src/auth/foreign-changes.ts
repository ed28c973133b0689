import type { FastifyRequest } from "fastify";

import { type Clock, findNetwork, TokenBuckets } from "@linedesk/base";
import type { SessionGuard } from "../platform/http/session-guard.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { readSource } from "./read-fields.ts";

/** A page that repeats its requests must cause few queries and few entries of the audit. */
const NAMED_PER_NETWORK = { perSecond: 1, burst: 30 };
const NOTED_PER_PERSON = { perSecond: 1 / 60, burst: 5 };

interface ForeignChangesDeps {
  guard: Pick<SessionGuard, "requireSession">;
  noteForeignChange: AuthDeps["noteForeignChange"];
  log: Pick<AuthDeps["log"], "warn">;
  clock: Clock;
}

/**
 * Records the signed-in person whose browser sent a refused change for a page of another origin.
 */
export class ForeignChanges {
  readonly #deps: ForeignChangesDeps;
  readonly #named: TokenBuckets;
  readonly #noted: TokenBuckets;

  constructor(deps: ForeignChangesDeps) {
    this.#deps = deps;
    this.#named = new TokenBuckets(deps.clock, NAMED_PER_NETWORK);
    this.#noted = new TokenBuckets(deps.clock, NOTED_PER_PERSON);
  }

  /** Puts the person into the log of the request and into the audit. Never rejects. */
  async name(request: FastifyRequest): Promise<void> {
    if (request.headers.cookie === undefined || !this.#named.take(findNetwork(request.ip))) {
      return;
    }
    const session = await this.#deps.guard.requireSession(request).catch(() => null);
    if (session === null) {
      return;
    }
    request.log = request.log.child({ user: session.user.id });
    if (this.#noted.take(session.user.id)) {
      await this.#note(request, session.user.id);
    }
  }

  async #note(request: FastifyRequest, userId: string): Promise<void> {
    const { method, routeOptions } = request;
    const what = `${method} ${routeOptions.url ?? "of an unknown address"}`;
    try {
      await this.#deps.noteForeignChange(userId, readSource(request), what);
    } catch (err) {
      this.#deps.log.warn({ err }, "request refusal audit failed");
    }
  }
}
