import { createHmac } from "node:crypto";

/**
 * Who rings in a rehearsal: numbers from ACMA's range for fiction, which nobody has and no
 * demonstration shows. The exchange takes them as telephones of the house.
 */
export const REHEARSAL_NUMBERS: readonly string[] = [
  "+61491571266",
  "+61491571491",
  "+61491571804",
  "+61491572549",
  "+61491572665",
  "+61491572983",
  "+61491573087",
  "+61491573770",
  "+61491574118",
  "+61491574632",
  "+61491575254",
  "+61491575789",
];

/** What they prove themselves with: known to whoever has the account's auth token alone. */
export function deriveRehearsalPassword(authToken: string): string {
  return createHmac("sha256", authToken).update("rehearsal").digest("base64url");
}
