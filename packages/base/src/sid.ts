import { randomBytes } from "node:crypto";

export type SidPrefix =
  | "CA"
  | "CF"
  | "QU"
  | "PN"
  | "AP"
  | "KX"
  | "SM"
  | "SK"
  | "RE"
  | "NO"
  | "WT"
  | "WB";

/** Returns a new sid: the prefix and 32 random hex digits. */
export function newSid(prefix: SidPrefix): string {
  return prefix + randomBytes(16).toString("hex");
}

/** Returns true for the prefix and 32 hex digits in lower case. */
export function isSid(text: string, prefix: SidPrefix): boolean {
  return text.startsWith(prefix) && /^[A-Z]{2}[0-9a-f]{32}$/.test(text);
}
