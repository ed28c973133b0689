import { plainTrunk, type TrunkNumbering } from "../trunks/trunk.ts";

/** Fewer digits are an extension or a short code; at a host of our own extensions are longer. */
const MIN_AT_TRUNK = 6;
const MIN_ELSEWHERE = 9;
/** A national number is no longer than this, or numbers abroad would be taken for one. */
const MAX_NATIONAL = 10;

/** What stands before a number abroad in Europe, Australia and America, and hides who calls. */
const dialPrefixes = ["00", "0011", "011", "1831", "1832"];
const australian = plainTrunk("", []).numbering;

/** Digits, stars, hashes and pauses of a user part as they would be keyed; "" for a name. */
export function normalizeDialled(user: string): string {
  const plain = user.normalize("NFKC").split(";")[0] ?? "";
  return (plain.split(/\p{L}/u)[0] ?? "").replaceAll(/[^0-9*#,]/g, "");
}

/**
 * Every number, with a plus before it, that a carrier may take a user part for; none for a name.
 * Null is a host that is no trunk's.
 */
export function possibleNumbers(user: string, numbering: TrunkNumbering | null): string[] {
  const isWhole = /^\+[1-9][0-9().\- ]*(?:;|$)/.test(user);
  const fewest = numbering === null ? MIN_ELSEWHERE : MIN_AT_TRUNK;
  const runs = normalizeDialled(user).split(/[*#,]+/);
  const context = /;phone-context=\+([0-9().-]+)/i.exec(user)?.[1]?.replaceAll(/[^0-9]/g, "");
  if (context !== undefined) {
    runs.push(`${context}${normalizeDialled(user)}`);
  }
  const long = runs.filter((digits) => digits.length >= fewest);
  if (isWhole) {
    return long.map((digits) => `+${digits}`);
  }
  return long.flatMap((digits) => possibleNumbersOfDigits(digits, numbering ?? australian));
}

function possibleNumbersOfDigits(digits: string, numbering: TrunkNumbering): string[] {
  const { country, nationalPrefix, internationalPrefix } = numbering;
  const readings = [`+${digits}`];
  const national = digits.startsWith(nationalPrefix) ? digits.slice(nationalPrefix.length) : digits;
  if (national.length <= MAX_NATIONAL) {
    readings.push(`+${country}${national}`);
  } else if (digits.startsWith("0")) {
    readings.push(`+${digits.replace(/^0+/, "")}`);
  }
  const prefixes = new Set([...dialPrefixes, internationalPrefix]);
  for (const prefix of prefixes) {
    if (prefix === "" || !digits.startsWith(prefix)) {
      continue;
    }
    readings.push(...possibleNumbersOfDigits(digits.slice(prefix.length), numbering));
  }
  return readings;
}
