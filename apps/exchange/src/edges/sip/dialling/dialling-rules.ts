import {
  COSTLY_PREFIXES,
  findLongestPrefix,
  isEmergencyNumber,
  TWILIO_CODES,
} from "@linedesk/base";

/** The permitted numbers; each list contains prefixes in E.164 such as `+61`, or `*`. */
export interface DiallingRules {
  allowed: readonly string[];
  /**
   * Prefixes that are refused although a shorter prefix is allowed; a longer allowed prefix takes
   * precedence.
   */
  refused: readonly string[];
  /** Decides about emergency numbers, which are not in E.164. */
  emergency: "refuse" | "dial";
  /** When present, only verified numbers may be dialled. */
  isVerified?: (number: string) => boolean;
}

export type DialVerdict =
  | { type: "allowed" }
  | { type: "emergency" }
  | { type: "refused"; code: number; reason: string };

export const defaultDiallingRules: DiallingRules = {
  allowed: ["+61"],
  refused: COSTLY_PREFIXES,
  emergency: "refuse",
};

/**
 * The codes for REST: not a number, a country that is not permitted, a blocked destination, and a
 * number that is not verified.
 */
const INVALID_NUMBER = TWILIO_CODES.INVALID_TO;
const NOT_PERMITTED = TWILIO_CODES.GEO_PERMISSION;
const BLOCKED = TWILIO_CODES.TO_BLOCKED;
const NOT_VERIFIED = TWILIO_CODES.TO_NOT_VERIFIED;

const refusedPrefix = refused(BLOCKED, "numbers with this prefix are not allowed");
const unverified = refused(NOT_VERIFIED, "the number is neither ours nor verified");
const noEmergency = refused(
  BLOCKED,
  "emergency numbers are not dialled from here: use a telephone",
);

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
      : refused(INVALID_NUMBER, "the number must be a complete number in E.164");
  }
  const allowed = findLongestPrefix(number, rules.allowed);
  if (allowed === null) {
    return refused(NOT_PERMITTED, "numbers of this country or kind are not allowed");
  }
  if (isRefused(number, rules)) {
    return refusedPrefix;
  }
  return rules.isVerified?.(number) === false ? unverified : { type: "allowed" };
}

/** Checks an address without a number. Such an address can never be verified. */
export function checkName(rules: DiallingRules): DialVerdict {
  return rules.isVerified ? unverified : { type: "allowed" };
}

/**
 * Checks another number that a carrier could read in the dialled digits. Only refused prefixes and
 * emergency numbers count.
 */
export function checkReading(number: string, rules: DiallingRules): DialVerdict {
  if (isEmergencyNumber(number) && rules.emergency === "refuse") {
    return noEmergency;
  }
  return isRefused(number, rules) ? refusedPrefix : { type: "allowed" };
}

function isRefused(number: string, { allowed, refused: forbidden }: DiallingRules): boolean {
  const length = findLongestPrefix(number, forbidden);
  return length !== null && length >= (findLongestPrefix(number, allowed) ?? 0);
}

function refused(code: number, reason: string): DialVerdict {
  return { type: "refused", code, reason };
}
