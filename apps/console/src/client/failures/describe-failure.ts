import type { DeviceLine } from "@linedesk/contract";
import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import {
  AudioServerError,
  NO_RESPONSE,
  NOT_INITIALIZED,
} from "../audio-server/audio-server-error.ts";
import {
  findVoiceError,
  LineNotReadyError,
  voiceCatalogue,
  type VoiceErrorKey,
  parseVoiceFailure,
} from "../softphone/voice-errors.ts";
import { pageWords, readReason } from "../words/page-words.ts";

export interface FailureDescription {
  /** The words; empty for an intentional cancel, for which nothing is shown. */
  words: string;
  code: string | null;
}

const UNAUTHORIZED = 401;
const SESSION_REQUIRED = "SessionRequired";
const CLIENT_FETCH_ERROR = "CLIENT_FETCH_ERROR";
const ACTIVE_CALL = "A Call is already active";
const EDGE_IN_CALL = "Cannot change Edge while on an active Call";

function describeSdkState(message: string, line: DeviceLine | null): string | null {
  switch (message) {
    case ACTIVE_CALL:
      return pageWords()("failures.activeCall", { line: line === "line2" ? "2" : "1" });
    case EDGE_IN_CALL:
      return pageWords()("failures.edgeInCall");
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

/**
 * Returns true for codes after which the SDK reconnects by itself. Each failed attempt reports such
 * a code.
 */
export function isNetworkFailure(code: number | null): boolean {
  return lostNetwork.includes(findVoiceError(code));
}

export function describeVoiceFailure(code: number | null): FailureDescription {
  const key = findVoiceError(code);
  const t = pageWords();
  return {
    words: key === null ? t("failures.phone") : t(`failures.voice.${key}`),
    code: code === null ? null : String(code),
  };
}

/** Returns words for any failure of an action; `line` is the line of the attempt. */
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
  if (error instanceof AudioServerError) {
    return describeAudioServerFailure(error.message);
  }
  if (error instanceof LineNotReadyError) {
    const words = pageWords()("failures.lineNotReady", { line: line === "line2" ? "2" : "1" });
    return { words, code: null };
  }
  const { code, message } = parseVoiceFailure(error);
  const words = describeSdkState(message, line);
  return words === null ? describeVoiceFailure(code) : { words, code: message };
}

function describeAudioServerFailure(message: string): FailureDescription {
  const t = pageWords();
  switch (message) {
    case NO_RESPONSE:
      return { words: t("failures.noResponse"), code: message };
    case NOT_INITIALIZED:
      return { words: t("failures.noChannel"), code: message };
    default:
      return { words: message, code: null };
  }
}

function describeHttpFailure(failure: HttpFailure): FailureDescription {
  const t = pageWords();
  switch (failure.kind) {
    case "network":
      return { words: t("failures.network"), code: CLIENT_FETCH_ERROR };
    case "timeout":
    case "malformed":
      return { words: t(`failures.${failure.kind}`), code: null };
    case "aborted":
      return { words: "", code: null };
    case "answered":
      return failure.status === UNAUTHORIZED
        ? { words: t("failures.signIn"), code: SESSION_REQUIRED }
        : { words: describeAnswer(failure), code: null };
  }
}

function describeAnswer({ status, body }: Extract<HttpFailure, { kind: "answered" }>): string {
  const words = body === null ? null : readReason(body);
  return words ?? pageWords()("failures.status", { status: String(status) });
}
