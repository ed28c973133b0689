import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { Clock } from "@linedesk/base";
import { type Credentials, digestHashes, parseDigestFields } from "./digest.ts";

export interface GuardedRequest {
  method: string;
  /** The value of the Authorization header. */
  authorization: string | null;
  sourceAddress: string;
}

/**
 * `stale`: the secret may be right, but the nonce is not ours, is too old, or was already used.
 * `wrong`: the sender has received our challenge and answers it with other credentials.
 */
export type DigestVerdict = "right" | "stale" | "wrong" | "missing";

const NONCE_LIFE_MS = 300_000;
const MAX_NONCES = 5_000;

/** Challenges callers and checks their credentials (RFC 3261 section 22, RFC 7616, RFC 8760). */
export class DigestAuthenticator {
  readonly #clock: Clock;
  readonly #realm: string;
  readonly #key = randomBytes(32);
  /** The highest count (`nc`) with which each nonce was used. */
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock, realm: string) {
    this.#clock = clock;
    this.#realm = realm;
  }

  /**
   * Returns WWW-Authenticate headers. MD5 comes first, unlike in RFC 8760, because many telephones
   * read only the first challenge. Telephones that support SHA-256 find it at any position.
   */
  challenges(sourceAddress: string, isStale: boolean): [name: string, value: string][] {
    const nonce = this.#makeNonce(sourceAddress);
    return ["MD5", "SHA-256"].map((algorithm) => {
      const stale = isStale ? ",stale=true" : "";
      const value = `Digest realm="${this.#realm}",nonce="${nonce}",algorithm=${algorithm},qop="auth"${stale}`;
      return ["WWW-Authenticate", value];
    });
  }

  /**
   * Returns the Authorization header for our realm, or else the first one. Behind a proxy, a
   * telephone sends credentials for each realm that has challenged it (RFC 3261 section 22.3).
   */
  choose(headers: readonly string[]): string | null {
    const ours = headers.find((value) => parseDigestFields(value)?.get("realm") === this.#realm);
    return ours ?? headers[0] ?? null;
  }

  /** Returns the username that the caller claims; `null` without a readable one. */
  readUsername(authorization: string | null): string | null {
    return parseDigestFields(authorization ?? "")?.get("username") ?? null;
  }

  /**
   * Returns true if the sender received a challenge at its address, so the address is not forged.
   */
  isReached({ authorization, sourceAddress }: Omit<GuardedRequest, "method">): boolean {
    const nonce = parseDigestFields(authorization ?? "")?.get("nonce") ?? "";
    return this.#isOurs(nonce, sourceAddress);
  }

  check(request: GuardedRequest, credentials: Credentials): DigestVerdict {
    const fields = parseDigestFields(request.authorization ?? "");
    if (fields === null) {
      return "missing";
    }
    const hash = digestHashes.get((fields.get("algorithm") ?? "MD5").toUpperCase());
    const nonce = fields.get("nonce") ?? "";
    if (!this.#isOurs(nonce, request.sourceAddress)) {
      return "stale";
    }
    if (hash === undefined || fields.get("qop") !== "auth") {
      return "wrong";
    }
    if (fields.get("realm") !== this.#realm || fields.get("username") !== credentials.username) {
      return "wrong";
    }
    // The URI in the credentials may differ from the Request-URI, as with proxies and SIPp. Each
    // response is valid only once, so an attacker cannot copy it to another request.
    const wanted = computeResponse({ hash, fields, method: request.method }, credentials);
    if (!isSame(wanted, fields.get("response") ?? "")) {
      return "wrong";
    }
    return this.#isFresh(nonce, fields.get("nc") ?? "") ? "right" : "stale";
  }

  /** The nonce contains the time and the caller's address with our MAC, so it needs no storage. */
  #makeNonce(sourceAddress: string): string {
    const time = Math.floor(this.#clock.elapsedMs()).toString(16);
    return `${time}.${randomBytes(6).toString("hex")}.`.concat(this.#seal(time, sourceAddress));
  }

  #seal(time: string, sourceAddress: string): string {
    return createHmac("sha256", this.#key).update(`${time} ${sourceAddress}`).digest("hex");
  }

  #isOurs(nonce: string, sourceAddress: string): boolean {
    const [time = "", , seal = ""] = nonce.split(".");
    if (!isSame(this.#seal(time, sourceAddress), seal)) {
      return false;
    }
    const ageMs = this.#clock.elapsedMs() - Number.parseInt(time, 16);
    return ageMs >= 0 && ageMs < NONCE_LIFE_MS;
  }

  /** Accepts each count of a nonce once, so that no request can be replayed. */
  #isFresh(nonce: string, countText: string): boolean {
    if (!/^[0-9a-f]{8}$/i.test(countText)) {
      return false;
    }
    const count = Number.parseInt(countText, 16);
    if (count <= (this.#counts.get(nonce) ?? 0)) {
      return false;
    }
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_NONCES && oldest !== undefined) {
      this.#counts.delete(oldest);
    }
    return true;
  }
}

function computeResponse(
  { hash, fields, method }: { hash: string; fields: Map<string, string>; method: string },
  { username, password }: Credentials,
): string {
  function digest(text: string): string {
    return createHash(hash).update(text).digest("hex");
  }
  const secret = digest(`${username}:${fields.get("realm") ?? ""}:${password}`);
  const target = digest(`${method}:${fields.get("uri") ?? ""}`);
  const used = [fields.get("nonce"), fields.get("nc"), fields.get("cnonce"), "auth"].join(":");
  return digest(`${secret}:${used}:${target}`);
}

function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given.toLowerCase())];
  return one.length === other.length && timingSafeEqual(one, other);
}
