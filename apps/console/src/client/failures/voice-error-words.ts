import type { VoiceErrorKey } from "../softphone/voice-errors.ts";

const LOGIN_REFUSED = "Phone login was refused. Tell an admin";
const NETWORK_LOST = "Lost the phone network. Reconnecting...";
const REQUEST_REFUSED = "The phone network did not take what this page asked. Reload the page";
const SOUND_FAILED = "The sound path failed. Your network may block calls. Run the check";

/** What people read for each error of the voice catalogue [EW1, VE14]. */
export const voiceErrorWords: Record<VoiceErrorKey, string> = {
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
};
