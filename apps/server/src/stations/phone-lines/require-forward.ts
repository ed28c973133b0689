import type { Refusal } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";

export interface ForwardCheck {
  findDialRefusal: (number: string) => Refusal | null;
}

/** Allows a forward only to numbers that the desk may dial. */
export function requireForward(
  { findDialRefusal }: ForwardCheck,
  { forwardTo }: { forwardTo: string | null },
): void {
  const reason = forwardTo === null ? null : findDialRefusal(forwardTo);
  if (reason !== null) {
    throw new ApiError("dialling_rules_refuse", { fields: { forwardTo: reason } });
  }
}
