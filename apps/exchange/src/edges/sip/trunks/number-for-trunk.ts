import { toE164 } from "./to-e164.ts";
import type { TrunkNumbering } from "./trunk.ts";

const e164 = /^\+[1-9][0-9]{6,14}$/;

/** Formats an E.164 number for that trunk; short codes and names stay unchanged. */
export function numberForTrunk(number: string, numbering: TrunkNumbering): string {
  if (!e164.test(number) || numbering.format === "e164") {
    return number;
  }
  const digits = number.slice(1);
  if (numbering.format === "digits") {
    return digits;
  }
  const { country, nationalPrefix, internationalPrefix } = numbering;
  if (!digits.startsWith(country)) {
    return `${internationalPrefix}${digits}`;
  }
  return `${nationalPrefix}${digits.slice(country.length)}`;
}

/** Returns E.164 for a number in the trunk's format; `null` for names and extensions. */
export function numberFromTrunk(user: string, numbering: TrunkNumbering): string | null {
  if (!/^\+?[0-9().\- ]+$/.test(user)) {
    return null;
  }
  const digits = user.replace(/[().\- ]/g, "");
  if (digits.startsWith("+")) {
    return e164.test(digits) ? digits : null;
  }
  // Australian numbers without the leading 0 have different lengths; toE164 contains the rules.
  const known = numbering.country === "61" ? toE164(digits) : null;
  return known ?? asE164(digits, numbering);
}

function asE164(digits: string, numbering: TrunkNumbering): string | null {
  const { format, country, nationalPrefix, internationalPrefix } = numbering;
  function written(): string {
    if (format === "digits") {
      return `+${digits}`;
    }
    if (internationalPrefix !== "" && digits.startsWith(internationalPrefix)) {
      return `+${digits.slice(internationalPrefix.length)}`;
    }
    if (!digits.startsWith(nationalPrefix)) {
      return "";
    }
    return `+${country}${digits.slice(nationalPrefix.length)}`;
  }
  const number = written();
  return e164.test(number) ? number : null;
}
