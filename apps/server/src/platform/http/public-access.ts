import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

import {
  type Clock,
  findNetwork,
  isLoopback,
  isLoopbackName,
  refuseUpgrade,
  TokenBuckets,
} from "@linedesk/base";
import type { Config } from "../../config/config.ts";
import { createClientAddressResolver } from "./client-address-resolver.ts";
import { ApiError, errorBody } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

export interface FrontServices {
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const OWN_PARTS = /^\/(?:apps|v4|sso|api\/health)(?:[/?]|$)/;

/**
 * Returns true for requests that are counted here, because the API's limit does not count them. A
 * request with an unreadable path, for example, reaches no hook of the API.
 */
function isCountedHere(url: string): boolean {
  if (OWN_PARTS.test(url)) {
    return true;
  }
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return false;
  } catch {
    return true;
  }
}

/** The public side of the mounted parts, with the host names, headers and limits of the API. */
export class PublicAccess implements FrontServices {
  readonly #front: FrontServices;
  readonly #headers: Record<string, string>;
  readonly #requests: TokenBuckets;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #believesLoopbackOnly: boolean;

  constructor(front: FrontServices, { config, clock }: { config: Config; clock: Clock }) {
    const { http } = config;
    this.#front = front;
    this.#headers = securityHeaders(config);
    this.#requests = new TokenBuckets(clock, {
      perSecond: http.rateLimitPerMinute / 60,
      burst: http.rateLimitPerMinute,
    });
    this.#addressOf = createClientAddressResolver(http.trustProxy);
    this.#believesLoopbackOnly = !http.publicUrlGiven && isLoopback(http.host);
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const isCounted = isCountedHere(request.url ?? "/");
    const refusal = this.#refusalOf(request, isCounted);
    if (isCounted || refusal !== null) {
      this.#addHeaders(response);
    }
    if (refusal !== null) {
      sendRefusal(response, refusal);
      return true;
    }
    return this.#front.handle(request, response);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusalOf(request, true);
    if (refusal === null) {
      return this.#front.upgrade(request, socket, head);
    }
    const { status } = refusal;
    refuseUpgrade(socket, `${status} ${STATUS_CODES[status]}`);
  }

  #refusalOf(request: IncomingMessage, isCounted: boolean): ApiError | null {
    if (hasTwoHosts(request)) {
      return twoHosts();
    }
    if (this.#believesLoopbackOnly && !isLoopbackName(request.headers.host)) {
      return new ApiError("host_name_unknown");
    }
    return !isCounted || this.#requests.take(findNetwork(this.#addressOf(request)))
      ? null
      : new ApiError("requests_too_often");
  }

  #addHeaders(response: ServerResponse): void {
    for (const [name, value] of Object.entries(this.#headers)) {
      response.setHeader(name, value);
    }
  }
}

/** Plain HTTP on loopback for our own parts. Pages of other host names cannot reach it. */
export class InternalAccess implements FrontServices {
  readonly #front: FrontServices;

  constructor(front: FrontServices) {
    this.#front = front;
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (hasTwoHosts(request)) {
      sendRefusal(response, twoHosts());
      return true;
    }
    if (isLoopbackName(request.headers.host)) {
      return this.#front.handle(request, response);
    }
    sendRefusal(response, new ApiError("internal_port_only"));
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!hasTwoHosts(request) && isLoopbackName(request.headers.host)) {
      return this.#front.upgrade(request, socket, head);
    }
    socket.destroy();
  }
}

/**
 * Returns true for a request with two Host headers. A proxy in front of the server may have
 * evaluated the other one (RFC 9112, section 3.2).
 */
function hasTwoHosts(request: IncomingMessage): boolean {
  return (request.headersDistinct["host"]?.length ?? 0) > 1;
}

function twoHosts(): ApiError {
  return new ApiError("two_hosts");
}

function sendRefusal(response: ServerResponse, refusal: ApiError): void {
  response.writeHead(refusal.status, {
    "content-type": "application/json; charset=utf-8",
    // The rest of a refused request is not read.
    connection: "close",
    ...(refusal.status === 429 ? { "retry-after": "60" } : {}),
  });
  response.end(JSON.stringify(errorBody(refusal, randomUUID())));
}
