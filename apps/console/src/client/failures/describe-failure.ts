import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { voiceErrors } from "../softphone/voice-errors.ts";
import { parseVoiceFailure } from "../softphone/voice-failure.ts";

export interface FailureDescription {
  /** Empty for what was given up on purpose: nothing is said. */
  words: string;
  /** Small beside the words, for support: a number of the voice catalogue, never a word of ours. */
  code: string | null;
}

const voiceWords = new Map<number, string>([
  [voiceErrors.userMediaPermissionDenied, "The browser blocks the microphone. Show me how"],
  [
    voiceErrors.userMediaAcquisitionFailed,
    "We could not open the microphone. Choose another device",
  ],
  [voiceErrors.accessTokenExpired, "Your phone login ran out. We are renewing it"],
  [voiceErrors.jwtExpired, "Your phone login ran out. We are renewing it"],
  [voiceErrors.accessTokenInvalid, "Phone login was refused. Tell an admin"],
  [voiceErrors.authenticationFailed, "Phone login was refused. Tell an admin"],
  [voiceErrors.jwtSignatureInvalid, "Phone login was refused. Tell an admin"],
  [voiceErrors.jwtInvalid, "Phone login was refused. Tell an admin"],
  [voiceErrors.generalError, "Lost the phone network. Reconnecting..."],
  [voiceErrors.connectionError, "Lost the phone network. Reconnecting..."],
  [voiceErrors.transportError, "Lost the phone network. Reconnecting..."],
  [voiceErrors.signalingConnectionError, "Lost the phone network. Reconnecting..."],
  [voiceErrors.signalingConnectionDisconnected, "Lost the phone network. Reconnecting..."],
  [
    voiceErrors.mediaConnectionError,
    "The sound path failed. Your network may block calls. Run the check",
  ],
  [voiceErrors.busyHere, "Busy"],
  [voiceErrors.decline, "Declined"],
  [voiceErrors.temporarilyUnavailable, "Not reachable"],
  [voiceErrors.notFound, "Number not found"],
  [voiceErrors.rateExceeded, "Too many tries. Wait a minute"],
]);

const lostNetwork: readonly number[] = [
  voiceErrors.generalError,
  voiceErrors.connectionError,
  voiceErrors.transportError,
  voiceErrors.signalingConnectionError,
  voiceErrors.signalingConnectionDisconnected,
];

/** The SDK reconnects by itself after these, and says one of them at every attempt. */
export function isNetworkFailure(code: number | null): boolean {
  return code !== null && lostNetwork.includes(code);
}

/** Words for a code of the voice catalogue [EW1]; others get general words and the code [EW2]. */
export function describeVoiceFailure(code: number | null): FailureDescription {
  return {
    words: voiceWords.get(code ?? 0) ?? "The browser phone failed",
    code: code === null ? null : String(code),
  };
}

/** Words for any failure of an action, whatever threw it. */
export function describeFailure(error: unknown): FailureDescription {
  if (error instanceof HttpError) {
    return describeHttpFailure(error.failure);
  }
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return describeVoiceFailure(voiceErrors.userMediaPermissionDenied);
  }
  return describeVoiceFailure(parseVoiceFailure(error).code);
}

function describeHttpFailure(failure: HttpFailure): FailureDescription {
  switch (failure.kind) {
    case "network":
      return { words: "We could not reach the server", code: null };
    case "timeout":
      return { words: "The server did not answer in 10 s. Try again", code: null };
    case "aborted":
      return { words: "", code: null };
    case "malformed":
      return { words: "The server and this page do not match. Reload the page", code: null };
    case "answered":
      return {
        words: failure.body?.message ?? `The server answered ${failure.status}`,
        code: null,
      };
  }
}
