import { plainTrunk, type TrunkNumbering } from "../trunks/trunk.ts";

/**
 * Fewer digits than this are an extension or a short code. At a host that is not a trunk,
 * extensions can have more digits.
 */
const MIN_AT_TRUNK = 6;
const MIN_ELSEWHERE = 9;
/** A longer number is not national. Without this limit, foreign numbers would count as national. */
const MAX_NATIONAL = 10;

/**
 * The prefixes of international calls in Europe, Australia and America, and those that withhold a
 * number.
 */
const dialPrefixes = ["00", "0011", "011", "1831", "1832"];
const australian = plainTrunk("", []).numbering;

/**
 * Returns the digits, stars, hashes and pauses of a user part as they are dialled; an empty text
 * for a name.
 */
export function normalizeDialled(user: string): string {
  const plain = user.normalize("NFKC").split(";")[0] ?? "";
  return (plain.split(/\p{L}/u)[0] ?? "").replaceAll(/[^0-9*#,]/g, "");
}

/**
 * Returns every number, with a plus, that a carrier could read in a user part; none for a name. A
 * numbering of `null` means that the host is not a trunk.
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
