import { createHash, randomBytes, randomInt } from "node:crypto";

/** Excludes characters that people confuse: 0 and O, 1 and I and L, 5 and S, 2 and Z. */
const SIGNS = "346789ABCDEFGHJKMNPQRTUVWXY";
const LENGTH = 8;
export const CODE_TIME_MS = 10 * 60_000;

export function createPairingCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** Hashes a code in any typed form: lower case, with spaces, without the hyphen. */
export function hashPairingCode(typed: string): Buffer {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return createHash("sha256").update(`pairing ${code}`).digest();
}

/** The key is long enough that it cannot be guessed, and its hash reveals nothing. */
export function createKey(): string {
  return randomBytes(32).toString("base64url");
}

export function hashKey(key: string): Buffer {
  return createHash("sha256").update(`audio server ${key}`).digest();
}
