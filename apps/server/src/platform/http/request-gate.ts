import type { FastifyReply, FastifyRequest } from "fastify";

import { hasLongBody } from "@linedesk/base";
import type { Endpoint } from "@linedesk/contract";
import { readKey } from "./api-call.ts";
import { ApiError } from "./errors.ts";
import type { Session, SessionGuard } from "./session-guard.ts";

/** More than any body of the contract that is sent by somebody signed in; a file has its own. */
const BODY_LIMIT_BYTES = 512 * 1024;
const FILES_PER_MINUTE = 60;

export interface GateOptions {
  checkFirst?: (request: FastifyRequest) => Promise<unknown>;
  bodyLimitBytes?: number;
}

/**
 * Stands before an endpoint: who asks, and whether a page of ours did, is known before a byte of
 * the body is read or parsed.
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
      // After the limit of requests, which counts those that are refused here too.
      preParsing: (request: FastifyRequest, reply: FastifyReply) => this.#pass(request, reply),
      // Anybody may ask what is public: the least of all bodies is enough there.
      ...(this.#endpoint.access.type === "public"
        ? {}
        : { bodyLimit: bodyLimitBytes ?? BODY_LIMIT_BYTES }),
      ...(bodyLimitBytes === undefined ? {} : { config: { rateLimit } }),
    };
  }

  sessionOf(request: FastifyRequest): Session | null {
    const session = this.#sessions.get(request);
    if (session === undefined) {
      throw new Error("A request came past the gate");
    }
    return session;
  }

  async #pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The answers are about people who call: no cache on the way may keep them.
    void reply.header("cache-control", "no-store");
    try {
      this.#sessions.set(request, await authenticate(this.#endpoint, request, this.#guard));
      await this.#options.checkFirst?.(request);
    } catch (error) {
      // Here it ends with the answer: nothing of the body has been asked for.
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
  // Whose key it is, the handler asks, or `checkFirst`.
  if (access.type === "public" || access.type === "key" || isKeyed) {
    return null;
  }
  const session = await guard.requireSession(request);
  if (method !== "GET") {
    await guard.requireCsrf(request);
  }
  return session;
}
