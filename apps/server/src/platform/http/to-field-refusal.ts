import type * as z from "zod/v4/core";

import type { PlainReason, Refusal } from "@linedesk/contract";
import { errorReasons } from "../../errors/describe-refusal.ts";

type Issue = z.$ZodIssue;

/** Returns the reason why a field breaks the contract. */
export function toFieldRefusal(issue: Issue): Refusal {
  switch (issue.code) {
    case "invalid_type":
      return { reason: "field_type", params: { expected: issue.expected } };
    case "too_big":
      return refuseLarge(issue.origin, Number(issue.maximum));
    case "too_small":
      return refuseSmall(issue.origin, Number(issue.minimum));
    case "invalid_format":
      return { reason: "field_format", params: { format: issue.format } };
    case "invalid_value":
      return {
        reason: "field_not_allowed",
        params: { allowed: issue.values.map(String).join(", ") },
      };
    case "unrecognized_keys":
      return { reason: "field_unknown", params: { fields: issue.keys.join(", ") } };
    case "custom":
      return refuseCustom(issue);
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return "field_invalid";
  }
}

function refuseLarge(origin: string, most: number): Refusal {
  switch (origin) {
    case "string":
      return { reason: "field_too_long", params: { most } };
    case "array":
      return { reason: "field_too_many", params: { most } };
    default:
      return { reason: "field_at_most", params: { most } };
  }
}

function refuseSmall(origin: string, least: number): Refusal {
  switch (origin) {
    case "string":
      return { reason: "field_too_short", params: { least } };
    case "array":
      return { reason: "field_too_few", params: { least } };
    default:
      return { reason: "field_at_least", params: { least } };
  }
}

/** The checks of the contract name a reason without parameters. */
function refuseCustom({ message }: Issue): Refusal {
  return isPlainReason(message) ? message : "field_invalid";
}

function isPlainReason(message: string): message is PlainReason {
  const table: Readonly<Record<string, readonly (string | null)[]>> = errorReasons;
  return Object.hasOwn(table, message) && table[message]?.length === 1;
}
