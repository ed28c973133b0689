import { toE164 } from "../platform/to-e164.ts";

const LONGEST = 100;

/** What networks write where they know no name, in lower case. */
const nobody = new Set(["anonymous", "private", "restricted", "unavailable", "unknown"]);

/**
 * The name by which the telephone network calls a caller, fit to be kept; null when it says none.
 * Anybody can write anything there: control and direction characters go, spaces become one, and
 * what is only the number again is no name.
 */
export function parseCallerName(reported: string | null | undefined): string | null {
  const plain = (reported ?? "")
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, "");
  const name = Array.from(plain.trim()).slice(0, LONGEST).join("").trim();
  const isName = /\p{L}/u.test(name) && !nobody.has(name.toLowerCase()) && toE164(name) === null;
  return isName ? name : null;
}
