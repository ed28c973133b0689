import type { DeviceLine } from "@linedesk/contract";
import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { findVoiceError, voiceCatalogue, type VoiceErrorKey } from "../softphone/voice-errors.ts";
import { parseVoiceFailure } from "../softphone/voice-failure.ts";
import { voiceErrorWords } from "./voice-error-words.ts";

export interface FailureDescription {
  /** Empty for what was given up on purpose: nothing is said. */
  words: string;
  /** Small beside the words, for support: a number of the voice catalogue, or the error's name. */
  code: string | null;
}

const UNAUTHORIZED = 401;
const SESSION_REQUIRED = "SessionRequired";
const CLIENT_FETCH_ERROR = "CLIENT_FETCH_ERROR";
const ACTIVE_CALL = "A Call is already active";
const EDGE_IN_CALL = "Cannot change Edge while on an active Call";

/** What the voice SDK throws without a number [EW6]. */
function describeSdkState(message: string, line: DeviceLine | null): string | null {
  switch (message) {
    case ACTIVE_CALL:
      return `You are already on a call on line ${line === "line2" ? "2" : "1"}. Hold it first?`;
    case EDGE_IN_CALL:
      return "Change this after the call";
    default:
      return null;
  }
}

const lostNetwork: readonly (VoiceErrorKey | null)[] = [
  "unknown",
  "connection",
  "transport",
  "signallingConnection",
  "signallingDisconnected",
];

/** The SDK reconnects by itself after these, and says one of them at every attempt. */
export function isNetworkFailure(code: number | null): boolean {
  return lostNetwork.includes(findVoiceError(code));
}

/** Words for a code of the voice catalogue [EW1]; others get general words and the code [EW2]. */
export function describeVoiceFailure(code: number | null): FailureDescription {
  const key = findVoiceError(code);
  return {
    words: key === null ? "The browser phone failed" : voiceErrorWords[key],
    code: code === null ? null : String(code),
  };
}

/** Words for any failure of an action, whatever threw it; `line` is where it was tried. */
export function describeFailure(
  error: unknown,
  line: DeviceLine | null = null,
): FailureDescription {
  if (error instanceof HttpError) {
    return describeHttpFailure(error.failure);
  }
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return describeVoiceFailure(voiceCatalogue.permissionDenied.code);
  }
  const { code, message } = parseVoiceFailure(error);
  const words = describeSdkState(message, line);
  return words === null ? describeVoiceFailure(code) : { words, code: message };
}

function describeHttpFailure(failure: HttpFailure): FailureDescription {
  switch (failure.kind) {
    case "network":
      return { words: "We could not reach the server", code: CLIENT_FETCH_ERROR };
    case "timeout":
      return { words: "The server did not answer in 10 s. Try again", code: null };
    case "aborted":
      return { words: "", code: null };
    case "malformed":
      return { words: "The server and this page do not match. Reload the page", code: null };
    case "answered":
      if (failure.status === UNAUTHORIZED) {
        return { words: "Please sign in again. Your place is kept", code: SESSION_REQUIRED };
      }
      return {
        words: failure.body?.message ?? `The server answered ${failure.status}`,
        code: null,
      };
  }
}
