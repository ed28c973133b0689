import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";

import { pusherErrors, type PusherError } from "../protocol/codes.ts";
import { isSameText } from "../protocol/sign.ts";

export interface AdmissionRules {
  key: string;
  isDisabled: boolean;
  isTlsOnly: boolean;
  connections: number;
  capacity: number;
  quota: number;
}

export interface SocketRequest {
  path: string;
  query: URLSearchParams;
  isTls: boolean;
}

/** The allowed origins, or a function that decides about an origin. */
export type OriginRule =
  | readonly string[]
  | ((origin: string, request: IncomingMessage) => boolean);

const SUPPORTED_PROTOCOL = "7";

/** Returns the reason why a socket may not stay, or `null`. The path must be `/app/{key}`. */
export function admissionError(rules: AdmissionRules, request: SocketRequest): PusherError | null {
  const [root, key, ...rest] = request.path.split("/").slice(1);
  if (root !== "app" || key === undefined || key === "" || rest.length > 0) {
    return pusherErrors.pathUnknown;
  }
  if (!isSameText(key, rules.key)) {
    return pusherErrors.appUnknown;
  }
  if (rules.isDisabled) {
    return pusherErrors.appDisabled;
  }
  if (rules.isTlsOnly && !request.isTls) {
    return pusherErrors.tlsOnly;
  }
  return queryError(request.query) ?? capacityError(rules);
}

function queryError(query: URLSearchParams): PusherError | null {
  const protocol = query.get("protocol");
  if (protocol === null || protocol === "") {
    return pusherErrors.protocolMissing;
  }
  if (protocol !== SUPPORTED_PROTOCOL) {
    return pusherErrors.protocolUnsupported;
  }
  const version = query.get("version");
  return version === null || /^[\w.+-]{1,64}$/.test(version) ? null : pusherErrors.versionMalformed;
}

function capacityError(rules: AdmissionRules): PusherError | null {
  if (rules.connections >= rules.quota) {
    return pusherErrors.overQuota;
  }
  return rules.connections >= rules.capacity ? pusherErrors.overCapacity : null;
}

/**
 * Returns true if the rule allows the origin. Without a rule, only the origin of the request's own
 * host is allowed.
 */
export function isOriginAllowed(
  rule: OriginRule | undefined,
  origin: string,
  request: IncomingMessage,
): boolean {
  if (typeof rule === "function") {
    return rule(origin, request);
  }
  if (rule !== undefined) {
    return rule.includes(origin);
  }
  const host = request.headers.host ?? "";
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Reads from an upgrade what the admission needs; a proxy reports whether the client used TLS. */
export function parseSocketRequest(request: IncomingMessage): SocketRequest {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const isTls =
    request.socket instanceof TLSSocket || request.headers["x-forwarded-proto"] === "https";
  return { path, query: new URLSearchParams(query), isTls };
}
