/** Every code that the API answers in `error.code`, with its HTTP status. */
export const errorStatus = {
  bad_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Somebody else has the call; the message names them. */
  call_taken: 409,
  /** The caller hung up meanwhile. */
  call_gone: 410,
  /** The call's state does not allow this now. */
  call_state: 409,
  /** The station wants the air-ready check; the message says what this caller lacks. */
  not_air_ready: 409,
  not_eligible: 409,
  /** A claim was used, lapsed or belongs to somebody else. */
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
