import type { FastifyReply, FastifyRequest } from "fastify";

import { hasLongBody } from "@linedesk/base";
import type { Endpoint } from "@linedesk/contract";
import { readKey } from "./api-call.ts";
import { ApiError } from "./errors.ts";
import type { Session, SessionGuard } from "./session-guard.ts";

/** No body that the contract allows in a session is so large. A file has its own limit. */
const BODY_LIMIT_BYTES = 512 * 1024;
const FILES_PER_MINUTE = 60;

export interface GateOptions {
  checkFirst?: (request: FastifyRequest) => Promise<unknown>;
  bodyLimitBytes?: number;
}

/**
 * Guards an endpoint: it checks the sender and the page's origin before a byte of the body is read
 * or parsed.
 */
export class RequestGate {
  readonly #endpoint: Endpoint;
  readonly #guard: SessionGuard;
  readonly #options: GateOptions;
  readonly #sessions = new WeakMap<FastifyRequest, Session | null>();

  constructor(endpoint: Endpoint, guard: SessionGuard, options: GateOptions = {}) {
    this.#endpoint = endpoint;
    this.#guard = guard;
    this.#options = options;
  }

  get routeOptions() {
    const { bodyLimitBytes } = this.#options;
    const rateLimit = { max: FILES_PER_MINUTE, timeWindow: 60_000 };
    return {
      // This runs after the rate limit, which therefore counts refused requests too.
      preParsing: (request: FastifyRequest, reply: FastifyReply) => this.#pass(request, reply),
      // Public endpoints are open to everybody, so the smallest limit for bodies applies.
      ...(this.#endpoint.access.type === "public"
        ? {}
        : { bodyLimit: bodyLimitBytes ?? BODY_LIMIT_BYTES }),
      ...(bodyLimitBytes === undefined ? {} : { config: { rateLimit } }),
    };
  }

  sessionOf(request: FastifyRequest): Session | null {
    const session = this.#sessions.get(request);
    if (session === undefined) {
      throw new Error("the request did not pass the gate");
    }
    return session;
  }

  async #pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The answers concern callers, so no cache on the way may store them.
    void reply.header("cache-control", "no-store");
    try {
      this.#sessions.set(request, await authenticate(this.#endpoint, request, this.#guard));
      await this.#options.checkFirst?.(request);
    } catch (error) {
      // The connection closes with the answer, because the body was not read.
      if (hasLongBody(request.headers)) {
        void reply.header("connection", "close");
      }
      throw error;
    }
  }
}

async function authenticate(
  { access, method }: Endpoint,
  request: FastifyRequest,
  guard: SessionGuard,
): Promise<Session | null> {
  const isKeyed = access.type === "session" && access.orKey === true && readKey(request) !== null;
  if (access.type === "key" && readKey(request) === null) {
    throw new ApiError("key_needed");
  }
  // The handler or `checkFirst` checks who has the key.
  if (access.type === "public" || access.type === "key" || isKeyed) {
    return null;
  }
  const session = await guard.requireSession(request);
  // A later refusal is then logged with the person.
  request.log = request.log.child({ user: session.user.id });
  if (access.type === "session" && access.changesNothing === true) {
    guard.requireOwnOrigin(request);
  } else if (method !== "GET") {
    await guard.requireCsrf(request);
  }
  return session;
}
