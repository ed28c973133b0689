import type { ErrorCode } from "@linedesk/contract";

/** The words of each error code, for a reason that the page does not know. */
export const codeWords: Record<ErrorCode, string> = {
  bad_request: "Some of the input is not valid. Check what you entered",
  not_signed_in: "Please sign in again. Your place is kept",
  forbidden: "Your role may not do this",
  csrf_failed: "The page is out of date. Reload it",
  not_found: "This no longer exists",
  method_not_allowed: "The server and this page do not match. Reload the page",
  conflict: "Somebody changed this in the meantime. Check it and try again",
  call_taken: "A colleague has this call",
  call_gone: "The caller has hung up",
  call_state: "The call does not allow this now",
  not_air_ready: "The caller is not ready for air",
  not_eligible: "This listener may not win yet",
  claim_invalid: "The call was not connected in time. Answer it again",
  line_busy: "This line already has a call",
  too_large: "This is too large",
  rate_limited: "Too many tries. Wait a minute",
  internal_error: "Something went wrong on the server. Try again",
  telephony_failed: "The telephone exchange refused this",
  telephony_unreachable: "The telephone exchange does not answer",
  not_ready: "The server is not ready. Try again in a moment",
};
