import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { findVoiceError, voiceCatalogue, type VoiceErrorKey } from "../softphone/voice-errors.ts";
import { parseVoiceFailure } from "../softphone/voice-failure.ts";
import { voiceErrorWords } from "./voice-error-words.ts";

export interface FailureDescription {
  /** Empty for what was given up on purpose: nothing is said. */
  words: string;
  /** Small beside the words, for support: a number of the voice catalogue, never a word of ours. */
  code: string | null;
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

/** Words for any failure of an action, whatever threw it. */
export function describeFailure(error: unknown): FailureDescription {
  if (error instanceof HttpError) {
    return describeHttpFailure(error.failure);
  }
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return describeVoiceFailure(voiceCatalogue.permissionDenied.code);
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
