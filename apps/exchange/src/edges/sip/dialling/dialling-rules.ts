import { TWILIO_CODES } from "@linedesk/base";
import { isEmergencyNumber } from "../../../directory/emergency-numbers.ts";
/** What may be dialled; all lists are of prefixes in E.164 such as `+61`, or `*`. */
export interface DiallingRules {
  allowed: readonly string[];
  /** Refused though allowed; a longer allowed prefix wins over it. */
  refused: readonly string[];
  /** Emergency numbers that may go out although they are no E.164. */
  emergency: "refuse" | "dial";
  /** Where only numbers that somebody has proved to be his may be dialled. */
  isVerified?: (number: string) => boolean;
}

export type DialVerdict =
  | { type: "allowed" }
  | { type: "emergency" }
  | { type: "refused"; code: number; reason: string };

/** Where calls cost most and fraud pays best (premium, satellite, international shared cost). */
export const costlyPrefixes: readonly string[] = [
  "+6119",
  "+61147",
  "+870",
  "+881",
  "+882",
  "+883",
  "+878",
  "+888",
  "+979",
  "+1900",
  "+1976",
  "+44871",
  "+44872",
  "+44873",
  "+449",
  "+64900",
];

export const defaultDiallingRules: DiallingRules = {
  allowed: ["+61"],
  refused: costlyPrefixes,
  emergency: "refuse",
};

/** What REST answers with: no number, a country that is not permitted, a destination blocked. */
const NO_NUMBER = TWILIO_CODES.INVALID_TO;
const NOT_PERMITTED = TWILIO_CODES.GEO_PERMISSION;
const BLOCKED = TWILIO_CODES.TO_BLOCKED;
const NOT_VERIFIED = TWILIO_CODES.TO_NOT_VERIFIED;

const costly = refused(BLOCKED, "premium and satellite numbers are not allowed");
const unverified = refused(NOT_VERIFIED, "only our own and verified numbers are dialled");
const noEmergency = refused(
  BLOCKED,
  "emergency numbers are not dialled from here: use a telephone",
);

/** Whether that number may be dialled; the reason is a sentence for whoever dialled it. */
export function checkNumber(number: string, rules: DiallingRules): DialVerdict {
  if (isEmergencyNumber(number)) {
    return rules.emergency === "dial" ? { type: "emergency" } : noEmergency;
  }
  if (!/^\+[1-9][0-9]{6,14}$/.test(number)) {
    if (rules.isVerified) {
      return unverified;
    }
    return rules.allowed.includes("*")
      ? { type: "allowed" }
      : refused(NO_NUMBER, "only whole numbers in E.164 are dialled");
  }
  const allowed = longest(number, rules.allowed);
  if (allowed === null) {
    return refused(NOT_PERMITTED, "numbers of this country or kind are not allowed");
  }
  if (isRefused(number, rules)) {
    return costly;
  }
  return rules.isVerified?.(number) === false ? unverified : { type: "allowed" };
}

/** Whether an address without a number in it may be rung: nobody has proved that it is his. */
export function checkName(rules: DiallingRules): DialVerdict {
  return rules.isVerified ? unverified : { type: "allowed" };
}

/** Whether a number may go out that a carrier could take for that one: refused are refused. */
export function checkReading(number: string, rules: DiallingRules): DialVerdict {
  if (isEmergencyNumber(number) && rules.emergency === "refuse") {
    return noEmergency;
  }
  return isRefused(number, rules) ? costly : { type: "allowed" };
}

function isRefused(number: string, { allowed, refused: forbidden }: DiallingRules): boolean {
  const length = longest(number, forbidden);
  return length !== null && length >= (longest(number, allowed) ?? 0);
}

function refused(code: number, reason: string): DialVerdict {
  return { type: "refused", code, reason };
}

/** The length of the longest prefix that fits; `*` fits all and is the shortest. */
function longest(number: string, prefixes: readonly string[]): number | null {
  const fitting = prefixes.filter((prefix) => prefix === "*" || number.startsWith(prefix));
  return fitting.length === 0 ? null : Math.max(...fitting.map((prefix) => prefix.length));
}
