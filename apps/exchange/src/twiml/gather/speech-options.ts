import { TWILIO_CODES } from "@linedesk/base";
import { readHints } from "@linedesk/speech";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag, parseNumber } from "../document/attributes.ts";

export interface SpeechOptions {
  language: string;
  hints: string;
  speechModel: string;
  /** So much silence ends what is said. */
  endSilenceMs: number;
  longestMs: number;
  hidesProfanity: boolean;
}

export const SPEECH_ATTRIBUTES = [
  "language",
  "hints",
  "speechModel",
  "speechTimeout",
  "maxSpeechTime",
  "enhanced",
  "profanityFilter",
  "partialResultCallback",
  "partialResultCallbackMethod",
  "debug",
];

/** A pause between two sentences is shorter. */
const AUTO_MS = 900;
const MAX_S = 60;
const DEFAULT_LANGUAGE = "en-US";
const LANGUAGE = /^(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})+|zh)$/;
const MODEL =
  /^(?:default|numbers_and_commands|phone_call|experimental_(?:conversations|utterances)|(?:googlev2|deepgram)_[\w.-]{1,40})$/;

/** Numbers of Twilio's for an attribute of `<Gather>` that cannot be read. */
const CODES = {
  speechTimeout: TWILIO_CODES.GATHER_INVALID_SPEECH_TIMEOUT,
  maxSpeechTime: TWILIO_CODES.GATHER_INVALID_MAX_SPEECH_TIME,
  hints: TWILIO_CODES.GATHER_INVALID_HINTS,
  language: TWILIO_CODES.GATHER_INVALID_LANGUAGE,
  bargeIn: TWILIO_CODES.GATHER_INVALID_BARGE_IN,
  profanityFilter: TWILIO_CODES.GATHER_INVALID_PROFANITY_FILTER,
  speechModel: TWILIO_CODES.GATHER_INVALID_SPEECH_MODEL,
  debug: TWILIO_CODES.GATHER_INVALID_DEBUG,
  actionOnEmptyResult: TWILIO_CODES.GATHER_INVALID_ACTION_ON_EMPTY_RESULT,
  enhanced: TWILIO_CODES.GATHER_INVALID_ENHANCED,
} as const;

/** What is asked of speech. A value that cannot be read is noted, and its default counts. */
export function parseSpeechOptions(
  element: Element,
  timeoutMs: number,
  call: LiveCall,
): SpeechOptions {
  function note(name: keyof typeof CODES, why = "cannot be used") {
    const message = `Gather: the value of ${name} ${why}`;
    call.addLogEntry("error", "Gather", { errorCode: CODES[name], message });
  }
  const { attributes } = element;
  for (const name of [
    "bargeIn",
    "profanityFilter",
    "debug",
    "actionOnEmptyResult",
    "enhanced",
  ] as const) {
    if (!/^\s*(?:true|false)\s*$/i.test(attributes[name] ?? "true")) {
      note(name);
    }
  }
  const language = attributes["language"]?.trim() ?? DEFAULT_LANGUAGE;
  if (!LANGUAGE.test(language)) {
    note("language");
  }
  const model = attributes["speechModel"]?.trim() ?? "default";
  if (!MODEL.test(model)) {
    note("speechModel");
  }
  const hints = attributes["hints"] ?? "";
  const { refused } = readHints(hints);
  if (refused.length > 0) {
    note("hints", `has ${refused.length} that cannot be used`);
  }
  return {
    language: LANGUAGE.test(language) ? language : DEFAULT_LANGUAGE,
    hints,
    speechModel: MODEL.test(model) ? model : "default",
    endSilenceMs: parseEndSilence(element, timeoutMs, note),
    longestMs: parseMaxSpeechTime(element, note),
    hidesProfanity: parseFlag(element, "profanityFilter", true),
  };
}

/** `auto` is not for a model of one's choice, by Twilio's words; the timeout counts then. */
function parseEndSilence(
  element: Element,
  timeoutMs: number,
  note: (name: "speechTimeout", why?: string) => void,
): number {
  const { timeout, speechTimeout = timeout === "auto" ? timeout : undefined } = element.attributes;
  const value = speechTimeout?.trim();
  if (value === undefined) {
    return timeoutMs;
  }
  if (value === "auto") {
    if (element.attributes["speechModel"] === undefined) {
      return AUTO_MS;
    }
    note("speechTimeout", "is auto, which does not go with a speechModel");
    return timeoutMs;
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    note("speechTimeout");
  }
  const bounds = { fallback: timeoutMs / 1000, min: 1, max: MAX_S };
  return 1000 * parseNumber(element, "speechTimeout", bounds);
}

function parseMaxSpeechTime(element: Element, note: (name: "maxSpeechTime") => void): number {
  const value = element.attributes["maxSpeechTime"]?.trim();
  if (value !== undefined && !/^[1-9]\d{0,8}$/.test(value)) {
    note("maxSpeechTime");
  }
  return 1000 * parseNumber(element, "maxSpeechTime", { fallback: MAX_S, min: 1, max: MAX_S });
}
