import { createHash } from "node:crypto";
import { newToken } from "../messages/sip-message.ts";
import { splitOutsideQuotes } from "../messages/split-quoted.ts";

export interface Credentials {
  username: string;
  password: string;
}

export interface DigestRequest {
  method: string;
  uri: string;
}

/** Node's names of the hashes that we answer and ask for. */
export const digestHashes: ReadonlyMap<string, string> = new Map([
  ["MD5", "md5"],
  ["SHA-256", "sha256"],
]);

/**
 * The answer to one of the challenges of a 401 or 407 (RFC 3261 section 22.4, RFC 8760), for the
 * Authorization or Proxy-Authorization header; null when none of them can be answered.
 */
export function answerChallenge(
  challenges: readonly string[],
  credentials: Credentials,
  request: DigestRequest,
): string | null {
  const readable = challenges.map(parseChallenge).filter((challenge) => challenge !== null);
  const challenge = readable.find(({ hash }) => hash === "sha256") ?? readable[0];
  return challenge === undefined ? null : answer(challenge, credentials, request);
}

interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | null;
  algorithm: string | null;
  hash: string;
  withQop: boolean;
}

function parseChallenge(text: string): Challenge | null {
  const fields = parseDigestFields(text);
  if (fields === null) return null;
  const algorithm = fields.get("algorithm") ?? null;
  const hash = digestHashes.get((algorithm ?? "MD5").toUpperCase());
  const nonce = fields.get("nonce");
  const qop = fields.get("qop");
  const knowsQop = qop === undefined || qop.split(/[\s,]+/).includes("auth");
  if (hash === undefined || nonce === undefined || !knowsQop) return null;
  const realm = fields.get("realm") ?? "";
  const opaque = fields.get("opaque") ?? null;
  return { realm, nonce, opaque, algorithm, hash, withQop: qop !== undefined };
}

/** The fields of a Digest challenge or answer by lower-case name; null when it is none. */
export function parseDigestFields(text: string): Map<string, string> | null {
  const match = /^Digest\s+(.*)$/is.exec(text.trim());
  if (match === null) return null;
  const fields = new Map<string, string>();
  for (const part of splitOutsideQuotes(match[1] ?? "", ",")) {
    const [, name = "", value = ""] = /^([a-z]+)\s*=\s*(.*)$/is.exec(part) ?? [];
    fields.set(name.toLowerCase(), unquote(value));
  }
  return fields;
}

function unquote(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value.trim());
  return quoted === null ? value.trim() : (quoted[1] ?? "").replace(/\\(.)/gs, "$1");
}

function answer(challenge: Challenge, credentials: Credentials, request: DigestRequest): string {
  const { realm, nonce } = challenge;
  const digest = (text: string): string => createHash(challenge.hash).update(text).digest("hex");
  const secret = digest(`${credentials.username}:${realm}:${credentials.password}`);
  const target = digest(`${request.method}:${request.uri}`);
  const cnonce = newToken();
  const middle = challenge.withQop ? `${nonce}:00000001:${cnonce}:auth` : nonce;
  const fields = [
    `username=${quote(credentials.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.uri)}`,
    `response="${digest(`${secret}:${middle}:${target}`)}"`,
    ...(challenge.algorithm === null ? [] : [`algorithm=${challenge.algorithm}`]),
    ...(challenge.withQop ? [`qop=auth,nc=00000001,cnonce="${cnonce}"`] : []),
    ...(challenge.opaque === null ? [] : [`opaque=${quote(challenge.opaque)}`]),
  ];
  return `Digest ${fields.join(",")}`;
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
