import { findLongestPrefix, isEmergencyNumber } from "@linedesk/base";
import type { DiallingConfig } from "../../config/dialling-config.ts";
import { readWrittenNumber } from "../../platform/read-written-number.ts";
import { describeNumberPlan, toE164, type NumberPlan } from "../../platform/to-e164.ts";

export type DialRefusal =
  | "emergency_not_dialled"
  | "not_dialled_as_number"
  | "country_not_dialled"
  | "premium_not_dialled";

export type DialVerdict =
  | {
      status: "allowed";
      number: string;
      /** The digits to send after the answer; empty without an extension. */
      extension: string;
      plan: NumberPlan;
    }
  | { status: "refused"; number: string | null; plan: NumberPlan | null; reason: DialRefusal };

type Prefixes = Pick<DiallingConfig, "allowed" | "refused">;

export function checkDialled(written: string, prefixes: Prefixes): DialVerdict {
  if (isEmergencyNumber(written.replaceAll(/[^+0-9]/g, ""))) {
    return { status: "refused", number: null, plan: null, reason: "emergency_not_dialled" };
  }
  const read = readWrittenNumber(written);
  const number = read?.number ?? toE164(written);
  const plan = number === null ? null : describeNumberPlan(number);
  if (number === null || plan === null) {
    return { status: "refused", number: null, plan: null, reason: "not_dialled_as_number" };
  }
  const reason = findRefusal(number, { plan, prefixes });
  return reason === null
    ? { status: "allowed", number, extension: read?.extension ?? "", plan }
    : { status: "refused", number, plan, reason };
}

/** Returns a function that finds why a number may not be dialled; `null` allows it. */
export function createDialCheck(prefixes: Prefixes): (number: string) => DialRefusal | null {
  return (number) => {
    const verdict = checkDialled(number, prefixes);
    return verdict.status === "refused" ? verdict.reason : null;
  };
}

function findRefusal(
  number: string,
  { plan, prefixes }: { plan: NumberPlan; prefixes: Prefixes },
): DialRefusal | null {
  const allowed = findLongestPrefix(number, prefixes.allowed);
  if (allowed === null) {
    return "country_not_dialled";
  }
  const refused = findLongestPrefix(number, prefixes.refused);
  const isRefused = refused !== null && refused >= allowed;
  // The numbering plan lists more premium numbers than our own list. An allowed prefix that names
  // such a number permits it.
  const isUnnamedPremium = plan.isPremium && allowed <= COUNTRY_LENGTH;
  return isRefused || isUnnamedPremium ? "premium_not_dialled" : null;
}

/** The length of a plus and three digits. A longer prefix is more specific than a country code. */
const COUNTRY_LENGTH = 4;
