const LOGIN_REFUSED = "Phone login was refused. Tell an admin";
const NETWORK_LOST = "Lost the phone network. Reconnecting...";
const REQUEST_REFUSED = "The phone network did not take what this page asked. Reload the page";
const SOUND_FAILED = "The sound path failed. Your network may block calls. Run the check";

export const failureMessages = {
  noResponse: "The audio server did not answer in 10 s.",
  noChannel: "The audio server is not connected yet.",
  activeCall: "You are already on a call on line {line}. Hold it first?",
  edgeInCall: "Change this after the call",
  network: "We could not reach the server",
  timeout: "The server did not answer in 10 s. Try again",
  malformed: "The server and this page do not match. Reload the page",
  status: "The server answered {status}",
  phone: "The browser phone failed",
  /** Of each error code of the API, where no sentence is known that says more. */
  code: {
    bad_request: "Something in this is not as it should be. Check what you have entered",
    not_signed_in: "Please sign in again. Your place is kept",
    forbidden: "Your role may not do this",
    csrf_failed: "The page is out of date. Load it again",
    not_found: "This is not there any more",
    method_not_allowed: "The server and this page do not match. Reload the page",
    conflict: "Somebody has changed this meanwhile. Look again",
    call_taken: "A colleague has this call",
    call_gone: "The caller has hung up",
    call_state: "The call does not allow this now",
    not_air_ready: "The caller is not ready for air",
    not_eligible: "This listener may not win yet",
    claim_invalid: "The call was not connected in time. Answer it again",
    line_busy: "This line has a call already",
    too_large: "This is too large",
    rate_limited: "Too many tries. Wait a minute",
    internal_error: "Something went wrong on the server. Try again",
    telephony_failed: "The telephone exchange did not do this",
    telephony_unreachable: "The telephone exchange does not answer",
    not_ready: "The server is not ready. Try again in a moment",
  },
  voice: {
    accessTokenInvalid: LOGIN_REFUSED,
    accessTokenExpired: "Your phone login ran out. We are renewing it",
    authenticationFailed: LOGIN_REFUSED,
    unknown: NETWORK_LOST,
    applicationNotFound: "The phone network does not know this station. Tell an admin",
    connectionDeclined: "The phone network declined the call. Try again",
    connectionTimeout: "The phone network did not answer in time. Try again",
    connection: NETWORK_LOST,
    callCancelled: "The call was cancelled",
    transport: NETWORK_LOST,
    malformedRequest: REQUEST_REFUSED,
    missingParameterArray: REQUEST_REFUSED,
    authorizationTokenMissing: "The phone login is missing. Sign in again",
    maxParameterLengthExceeded: "What was sent with the call is too long",
    invalidBridgeToken: "This call can no longer be taken here",
    invalidClientName: "The phone network does not take your name. Tell an admin",
    reconnectParameterInvalid: "The call could not be resumed",
    authorization: "Your phone login may not make this call. Tell an admin",
    signatureValidationFailed: LOGIN_REFUSED,
    noValidAccount: "The phone account is not known. Tell an admin",
    invalidJwt: LOGIN_REFUSED,
    jwtExpired: "Your phone login ran out. We are renewing it",
    rateExceeded: "Too many tries. Wait a minute",
    jwtExpirationTooLong: "Your phone login lasts too long for the phone network. Tell an admin",
    reconnectAttempt: "The call could not be resumed. It is taken elsewhere or has ended",
    callMessageEventTypeInvalid: "A message of the call was not understood",
    payloadSizeExceeded: "A message of the call was too large",
    badRequest: REQUEST_REFUSED,
    permissionDenied: "The browser blocks the microphone. Show me how",
    acquisitionFailed: "We could not open the microphone. Choose another device",
    notFound: "Number not found",
    temporarilyUnavailable: "Not reachable",
    busyHere: "Busy",
    decline: "Declined",
    signallingConnection: NETWORK_LOST,
    signallingDisconnected: NETWORK_LOST,
    localDescriptionFailed: "The browser could not prepare the sound. Reload the page",
    remoteDescriptionFailed:
      "The browser could not read the sound of the other side. Reload the page",
    mediaConnection: SOUND_FAILED,
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    failures: typeof failureMessages;
  }
}
