import type { Refusal } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";

export interface ForwardCheck {
  findDialRefusal: (number: string) => Refusal | null;
}

/** Throws if the desk may not dial the number to which calls are forwarded. */
export function requireForward(
  { findDialRefusal }: ForwardCheck,
  { forwardTo }: { forwardTo: string | null },
): void {
  const reason = forwardTo === null ? null : findDialRefusal(forwardTo);
  if (reason !== null) {
    throw new ApiError("dialling_rules_refuse", { fields: { forwardTo: reason } });
  }
}
