/** Every value of `error.code`, with its HTTP status. */
export const errorStatus = {
  bad_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Another operator has the call; the message names this person. */
  call_taken: 409,
  /** The caller hung up before the action. */
  call_gone: 410,
  /** The call's state does not allow this action now. */
  call_state: 409,
  /** The station requires the air-ready check. The message names the missing items. */
  not_air_ready: 409,
  not_eligible: 409,
  /** The claim was used, has expired or belongs to another user. */
  claim_invalid: 409,
  line_busy: 409,
  too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  telephony_failed: 502,
  telephony_unreachable: 503,
  not_ready: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * Reasons with their error code and the parameters of their words. A reason of a field or of a part
 * of another message has `null` instead of a code.
 */
export type ReasonTable = Record<string, readonly [code: ErrorCode | null, ...params: string[]]>;
