import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/max";

export type NumberKind =
  | "local"
  | "mobile"
  | "toll-free"
  | "national"
  | "shared-cost"
  | "voip"
  | "machine-to-machine";

export interface NumberFormat {
  /** The country; `null` for a number without a single country, such as a satellite number. */
  country: CountryCode | null;
  kind: NumberKind;
  written: string;
}

/** Parsing takes milliseconds, and each webhook contains the same numbers again. */
const MOST_STORED = 1_000;
const stored = new Map<string, NumberFormat | null>();

/** Returns `null` for a number that is in no numbering plan, by its country code or its length. */
export function describeNumber(number: string): NumberFormat | null {
  const known = stored.get(number);
  if (known !== undefined) {
    return known;
  }
  if (stored.size >= MOST_STORED) {
    stored.clear();
  }
  const described = parseNumber(number);
  stored.set(number, described);
  return described;
}

function parseNumber(number: string): NumberFormat | null {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined || !parsed.isPossible()) {
    return null;
  }
  return {
    country: parsed.country ?? null,
    kind: KINDS[parsed.getType() ?? "FIXED_LINE"] ?? "local",
    written: parsed.formatNational(),
  };
}

/**
 * Formats a number as people write it in its country. A number in no numbering plan stays
 * unchanged.
 */
export function formatNumber(number: string): string {
  return describeNumber(number)?.written ?? number;
}

export function hasKnownCountryCode(number: string): boolean {
  return parsePhoneNumberFromString(number) !== undefined;
}

/**
 * Formats a party as Twilio does: North American numbers in their national form, all others in
 * E.164.
 */
export function formatParty(party: string): string {
  if (!/^\+1\d{10}$/.test(party)) {
    return party;
  }
  return formatNumber(party);
}

const KINDS: Readonly<Record<string, NumberKind>> = {
  MOBILE: "mobile",
  TOLL_FREE: "toll-free",
  UAN: "national",
  SHARED_COST: "shared-cost",
  VOIP: "voip",
};
