import { randomBytes } from "node:crypto";

/**
 * Two letters as the REST API spells them: call, conference, queue, number, message, recording ...
 */
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

/** A new sid: the prefix and 32 hex digits. */
export function newSid(prefix: SidPrefix): string {
  return prefix + randomBytes(16).toString("hex");
}

export function isSid(text: string, prefix: SidPrefix): boolean {
  return text.startsWith(prefix) && /^[A-Z]{2}[0-9a-f]{32}$/.test(text);
}
