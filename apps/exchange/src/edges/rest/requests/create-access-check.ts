import type { FastifyReply, FastifyRequest } from "fastify";

import { systemClock, TokenBucket } from "@linedesk/base";
import { authenticate, type RestCredentials } from "./authenticate.ts";
import { buildSubresourceUri } from "./build-uri.ts";
import { CODES, errorBody } from "./error-body.ts";

export const BODY_BYTES = 65_536;

export interface AccessCheckOptions {
  accountSid: string;
  logins: RestCredentials;
  /** With `null` the rate has no limit. */
  perSecond: number | null;
}

interface Refusal {
  status: number;
  code: number;
  message: string;
  header?: [name: string, value: string];
}

const RATE_LIMITED: Refusal = {
  status: 429,
  code: CODES.tooMany,
  message: "Too Many Requests",
  header: ["retry-after", "1"],
};
const UNAUTHENTICATED: Refusal = {
  status: 401,
  code: CODES.authenticate,
  message: "Authenticate",
  header: ["www-authenticate", 'Basic realm="Twilio API"'],
};
const KEY_FORBIDDEN: Refusal = {
  status: 403,
  code: CODES.forbidden,
  message: "An API key may not manage keys",
};

/** Creates the check that runs before a body is read. The result `null` accepts the request. */
export function createAccessCheck(
  options: AccessCheckOptions,
): (request: FastifyRequest) => Refusal | null {
  const { perSecond, logins } = options;
  const share =
    perSecond === null ? null : new TokenBucket(systemClock, { burst: perSecond, perSecond });
  return (request) => {
    // The rate is checked before the login, so that it also limits attempts to guess secrets.
    if (share?.take() === false) {
      return RATE_LIMITED;
    }
    const login = authenticate(request.headers.authorization, logins);
    if (login === null) {
      return UNAUTHENTICATED;
    }
    return login === "key" && isOwnerPath(request, options) ? KEY_FORBIDDEN : null;
  };
}

/** Answers immediately, and reads the rest of the request up to the maximum body size. */
export async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, header }: Refusal,
): Promise<FastifyReply> {
  drainBody(request.raw);
  if (header) {
    void reply.header(...header);
  }
  return await reply.code(status).send(errorBody(code, message, status));
}

/**
 * A refused client reads the answer only if the exchange reads the client's body. A closed
 * connection would lose the answer. On a reused connection the rest of the body must not be read as
 * a new request.
 */
function drainBody(body: FastifyRequest["raw"]): void {
  let bytes = 0;
  body.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) {
      body.destroy();
    }
  });
}

/** An API key may not manage keys: it could create other keys that outlive it. */
function isOwnerPath(request: FastifyRequest, { accountSid }: AccessCheckOptions): boolean {
  return (request.routeOptions.url ?? "").startsWith(buildSubresourceUri(accountSid, "Keys"));
}
