import { createHash, randomBytes, randomInt } from "node:crypto";

/** Without those that people take for one another: 0 and O, 1 and I and L, 5 and S, 2 and Z. */
const SIGNS = "346789ABCDEFGHJKMNPQRTUVWXY";
const LENGTH = 8;
export const CODE_TIME_MS = 10 * 60_000;

export function createPairingCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** What is kept of a code, however it was typed: lower case, with spaces, without the hyphen. */
export function hashPairingCode(typed: string): Buffer {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return createHash("sha256").update(`pairing ${code}`).digest();
}

/** Long enough that its hash alone tells nothing, and nobody guesses it. */
export function createKey(): string {
  return randomBytes(32).toString("base64url");
}

export function hashKey(key: string): Buffer {
  return createHash("sha256").update(`audio server ${key}`).digest();
}
