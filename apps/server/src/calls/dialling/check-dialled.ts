import { findLongestPrefix, isEmergencyNumber } from "@linedesk/base";
import type { DiallingConfig } from "../../config/dialling-config.ts";
import { describeNumberPlan, toE164, type NumberPlan } from "../../platform/to-e164.ts";

export type DialVerdict =
  | { status: "allowed"; number: string; plan: NumberPlan }
  | { status: "refused"; number: string | null; plan: NumberPlan | null; reason: string };

type Prefixes = Pick<DiallingConfig, "allowed" | "refused">;

export function checkDialled(written: string, prefixes: Prefixes): DialVerdict {
  if (isEmergencyNumber(written.replaceAll(/[^+0-9]/g, ""))) {
    const reason = "Emergency numbers are not dialled from here. Use a telephone.";
    return { status: "refused", number: null, plan: null, reason };
  }
  const number = toE164(written);
  const plan = number === null ? null : describeNumberPlan(number);
  if (number === null || plan === null) {
    const reason = "This is no telephone number. Type it with its area code.";
    return { status: "refused", number: null, plan: null, reason };
  }
  const reason = findRefusal(number, { plan, prefixes });
  return reason === null
    ? { status: "allowed", number, plan }
    : { status: "refused", number, plan, reason };
}

/** Returns a function that finds why a number may not be dialled; `null` allows it. */
export function createDialCheck(prefixes: Prefixes): (number: string) => string | null {
  return (number) => {
    const verdict = checkDialled(number, prefixes);
    return verdict.status === "refused" ? verdict.reason : null;
  };
}

function findRefusal(number: string, { plan, prefixes }: { plan: NumberPlan; prefixes: Prefixes }) {
  const allowed = findLongestPrefix(number, prefixes.allowed);
  if (allowed === null) {
    return "Numbers of this country are not dialled from this station.";
  }
  const refused = findLongestPrefix(number, prefixes.refused);
  const isRefused = refused !== null && refused >= allowed;
  // The plan knows more premium numbers than our list does: an own prefix of theirs lets them out.
  const isUnnamedPremium = plan.isPremium && allowed <= COUNTRY_LENGTH;
  return isRefused || isUnnamedPremium
    ? "Premium and satellite numbers are not dialled from this station."
    : null;
}

/** A plus and three digits: a prefix that is longer names more than a country. */
const COUNTRY_LENGTH = 4;
