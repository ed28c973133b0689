import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/max";

import type { NumberKind } from "@linedesk/contract";

/** Numbers are Australian unless they have another country code. */
export const HOME_COUNTRY = "AU";
const LONGEST = 32;

/** Texts in lower case that networks and PBXs send for a withheld or unknown number or name. */
export const withheld: ReadonlySet<string> = new Set(
  "anonymous asterisk blocked hidden nonumber private restricted unavailable unknown withheld".split(
    " ",
  ),
);
/** The number that Twilio uses for a withheld number. */
const TWILIO_ANONYMOUS = "+266696687";

/**
 * Returns a number from a carrier or a person in E.164; `null` when it is withheld or invalid. In a
 * SIP address only the user part counts.
 */
export function toE164(written: string): string | null {
  return parseNumber(written)?.number ?? null;
}

export function toValidE164(written: string): string | null {
  const parsed = parseNumber(written);
  return parsed?.isValid() === true ? parsed.number : null;
}

function parseNumber(written: string): PhoneNumber | null {
  const [bare = ""] = written
    .trim()
    .replace(/^sips?:/i, "")
    .split("@", 1);
  if (bare === "" || bare.length > LONGEST || withheld.has(bare.toLowerCase())) {
    return null;
  }
  const parsed = parsePhoneNumberFromString(bare, HOME_COUNTRY);
  if (parsed === undefined || !parsed.isPossible()) {
    return null;
  }
  return parsed.number === TWILIO_ANONYMOUS ? null : parsed;
}

/** Formats an E.164 number: `0491 570 006`, `02 5550 0101`, `+44 20 7946 0018`. */
export function displayNumber(number: string | null): string {
  if (number === null) {
    return "Private";
  }
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined) {
    return number;
  }
  const text =
    parsed.country === HOME_COUNTRY || parsed.countryCallingCode === "61"
      ? parsed.formatNational()
      : parsed.formatInternational();
  return text.replace(/^\((\d+)\)/, "$1");
}

export interface NumberPlan {
  kind: NumberKind;
  /** The ISO 3166 code; `null` when the number belongs to no single country. */
  country: string | null;
  /** Is true when a call to the number costs more than an ordinary call. */
  isPremium: boolean;
}

/**
 * Returns the facts of the numbering plan about an E.164 number; `null` when it is in no numbering
 * plan.
 */
export function describeNumberPlan(number: string): NumberPlan | null {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined || !parsed.isValid()) {
    return null;
  }
  const type = parsed.getType();
  return {
    kind: kinds.get(type) ?? "other",
    country: parsed.country ?? null,
    isPremium: type === "PREMIUM_RATE",
  };
}

const kinds = new Map<string | undefined, NumberKind>([
  ["MOBILE", "mobile"],
  ["FIXED_LINE", "landline"],
  ["TOLL_FREE", "service"],
  ["SHARED_COST", "service"],
  ["UAN", "service"],
]);
