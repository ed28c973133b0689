import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { findVoiceError, voiceCatalogue, type VoiceErrorKey } from "../softphone/voice-errors.ts";
import { parseVoiceFailure } from "../softphone/voice-failure.ts";
import { pageWords, readSentence } from "../words/page-words.ts";

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
  const t = pageWords();
  return {
    words: key === null ? t("failures.phone") : t(`failures.voice.${key}`),
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
  const t = pageWords();
  switch (failure.kind) {
    case "network":
    case "timeout":
    case "malformed":
      return { words: t(`failures.${failure.kind}`), code: null };
    case "aborted":
      return { words: "", code: null };
    case "answered":
      return { words: describeAnswer(failure), code: null };
  }
}

/** [LG12] The server's sentence where this language has it, else the words of its code. */
function describeAnswer({ status, body }: Extract<HttpFailure, { kind: "answered" }>): string {
  const t = pageWords();
  if (body === null) {
    return t("failures.status", { status: String(status) });
  }
  return readSentence(body.message) ?? t(`failures.code.${body.code}`);
}
