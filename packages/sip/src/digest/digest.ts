import { createHash } from "node:crypto";

import { newToken } from "../messages/sip-message.ts";
import { splitOutsideQuotes } from "../messages/split-outside-quotes.ts";

export interface Credentials {
  username: string;
  password: string;
}

export interface DigestRequest {
  method: string;
  uri: string;
  body?: string;
}

/** The hashes that we answer and accept, the best first: the algorithm's name and Node's name. */
export const digestHashes: ReadonlyMap<string, string> = new Map([
  ["SHA-512-256", "sha512-256"],
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
]);

/**
 * Returns the credentials that answer one of the challenges of a 401 or 407 (RFC 3261 section 22.4,
 * RFC 7616, RFC 8760), for the Authorization or Proxy-Authorization header. Returns `null` when no
 * challenge can be answered.
 */
export function answerChallenge(
  challenges: readonly string[],
  credentials: Credentials,
  request: DigestRequest,
): string | null {
  const readable = challenges.map(parseChallenge).filter((challenge) => challenge !== null);
  const ranks = [...digestHashes.values()];
  readable.sort((a, b) => ranks.indexOf(a.hash) - ranks.indexOf(b.hash));
  const [best] = readable;
  return best === undefined ? null : answer(best, credentials, request);
}

/** Returns the realm of a challenge or of an answer to it; empty when there is none. */
export function readRealm(text: string): string {
  return parseDigestFields(text)?.get("realm") ?? "";
}

interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | null;
  /** The algorithm as received, including `-sess`. */
  algorithm: string | null;
  hash: string;
  isSession: boolean;
  /** The quality of protection; `null` for a challenge that is older than qop (RFC 2069). */
  qop: "auth" | "auth-int" | null;
}

function parseChallenge(text: string): Challenge | null {
  const fields = parseDigestFields(text);
  if (fields === null) {
    return null;
  }
  const algorithm = fields.get("algorithm") ?? null;
  const [, name = "", session] = /^(.+?)(-sess)?$/i.exec(algorithm ?? "MD5") ?? [];
  const hash = digestHashes.get(name.toUpperCase());
  const nonce = fields.get("nonce");
  const qop = selectQop(fields.get("qop"));
  if (hash === undefined || nonce === undefined || qop === "unknown") {
    return null;
  }
  const realm = fields.get("realm") ?? "";
  const opaque = fields.get("opaque") ?? null;
  return { realm, nonce, opaque, algorithm, hash, isSession: session !== undefined, qop };
}

function selectQop(offered: string | undefined): Challenge["qop"] | "unknown" {
  if (offered === undefined) {
    return null;
  }
  const named = offered.toLowerCase().split(/[\s,]+/);
  if (named.includes("auth")) {
    return "auth";
  }
  return named.includes("auth-int") ? "auth-int" : "unknown";
}

/** Returns the fields of a Digest challenge or answer by lower-case name; `null` for other text. */
export function parseDigestFields(text: string): Map<string, string> | null {
  const match = /^Digest\s(.*)$/is.exec(text.trim());
  if (match === null) {
    return null;
  }
  const fields = new Map<string, string>();
  for (const part of splitOutsideQuotes(match[1] ?? "", ",")) {
    const [, name = "", value = ""] = /^([a-z]+)\s*=(.*)$/is.exec(part) ?? [];
    fields.set(name.toLowerCase(), unquote(value));
  }
  return fields;
}

function unquote(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value.trim());
  return quoted === null ? value.trim() : (quoted[1] ?? "").replace(/\\(.)/gs, "$1");
}

function answer(challenge: Challenge, credentials: Credentials, request: DigestRequest): string {
  const { realm, nonce, algorithm, opaque, qop, isSession } = challenge;
  const cnonce = newToken();
  const needsCnonce = qop !== null || isSession;
  const fields = [
    `username=${quote(credentials.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.uri)}`,
    `response="${responseTo(challenge, credentials, { ...request, cnonce })}"`,
    ...(algorithm === null ? [] : [`algorithm=${algorithm}`]),
    ...(qop === null ? [] : [`qop=${qop},nc=00000001`]),
    ...(needsCnonce ? [`cnonce="${cnonce}"`] : []),
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
  ];
  return `Digest ${fields.join(",")}`;
}

function responseTo(
  { hash, realm, nonce, qop, isSession }: Challenge,
  { username, password }: Credentials,
  { method, uri, body = "", cnonce }: DigestRequest & { cnonce: string },
): string {
  function digest(text: string): string {
    return createHash(hash).update(text).digest("hex");
  }
  const plain = digest(`${username}:${realm}:${password}`);
  const secret = isSession ? digest(`${plain}:${nonce}:${cnonce}`) : plain;
  const target = digest(`${method}:${uri}${qop === "auth-int" ? `:${digest(body)}` : ""}`);
  const used = qop === null ? nonce : `${nonce}:00000001:${cnonce}:${qop}`;
  return digest(`${secret}:${used}:${target}`);
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
