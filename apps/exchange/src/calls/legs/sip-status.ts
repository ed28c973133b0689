import type { EndCause, LegEnd } from "./leg.ts";

/**
 * Returns the SIP status with which the exchange refuses a calling party. An explicit code takes
 * precedence over the cause.
 */
export function toSipStatus(end: LegEnd): number {
  if (end.sipCode !== undefined && end.sipCode >= 400 && end.sipCode <= 699) {
    return end.sipCode;
  }
  switch (end.cause) {
    case "busy":
      return 486;
    case "declined":
    case "hangup":
      return 603;
    case "not-found":
      return 404;
    case "no-answer":
    case "unreachable":
    case "cancelled":
      return 480;
    case "failed":
    case "media-lost":
    case "signalling-lost":
      return 500;
  }
}

/**
 * Maps the SIP code of a far end's refusal to the cause. Twilio's statuses derive from the cause:
 * busy and declined give `busy`, no-answer gives `no-answer`, all others give `failed`. An unlisted
 * code has the cause `failed`.
 */
export const causes: ReadonlyMap<number, EndCause> = new Map([
  [404, "not-found"],
  [408, "no-answer"],
  [410, "not-found"],
  [480, "no-answer"],
  [484, "not-found"],
  [485, "not-found"],
  [486, "busy"],
  [487, "no-answer"],
  [502, "unreachable"],
  [503, "unreachable"],
  [504, "unreachable"],
  [600, "busy"],
  [603, "declined"],
  [604, "not-found"],
  [607, "declined"],
  [608, "declined"],
]);

export function toLegEnd(status: number, reason: string): LegEnd {
  const end: LegEnd = { cause: causes.get(status) ?? "failed", sipCode: status };
  return reason === "" ? end : { ...end, message: reason.slice(0, 200) };
}
