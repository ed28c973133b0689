import { createHmac } from "node:crypto";

/**
 * The numbers of rehearsal callers, from ACMA's range for fiction; they have no subscriber and
 * appear in no demonstration. The exchange accepts them as its own telephones.
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

/**
 * Derives the password of the rehearsal callers, which nobody can know without the account's auth
 * token.
 */
export function deriveRehearsalPassword(authToken: string): string {
  return createHmac("sha256", authToken).update("rehearsal").digest("base64url");
}
