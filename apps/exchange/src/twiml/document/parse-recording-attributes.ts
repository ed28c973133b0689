import type { Element } from "../../calls/playback/twiml-document.ts";
import { type TwimlDocument } from "../../calls/playback/twiml-document.ts";
import {
  RECORDING_CALLBACK_EVENTS,
  RECORDING_TRACKS,
  type RecordingCallback,
  type RecordingOptions,
} from "../../calls/recordings/recording.ts";
import { parseMethod, parseWords } from "./attributes.ts";
import { resolveUrl } from "./fetch-document.ts";

export const RECORDING_ATTRIBUTES = [
  "trim",
  "recordingStatusCallback",
  "recordingStatusCallbackMethod",
  "recordingStatusCallbackEvent",
];

/** How an element's attributes want something recorded. */
export function parseRecordingAttributes(
  element: Element,
  document: TwimlDocument,
  defaults: { channels: 1 | 2; trimsSilence: boolean },
): RecordingOptions {
  const { trim, recordingTrack } = element.attributes;
  return {
    channels: defaults.channels,
    track: RECORDING_TRACKS.find((track) => track === recordingTrack) ?? "both",
    trimsSilence: trim === undefined ? defaults.trimsSilence : trim === "trim-silence",
    callback: parseRecordingCallback(element, document),
  };
}

function parseRecordingCallback(
  element: Element,
  document: TwimlDocument,
): RecordingCallback | null {
  const text = element.attributes["recordingStatusCallback"];
  const url = text ? resolveUrl(text, document) : null;
  if (!url) {
    return null;
  }
  const events = parseWords(element, "recordingStatusCallbackEvent", RECORDING_CALLBACK_EVENTS);
  return { url, method: parseMethod(element, "recordingStatusCallbackMethod"), events };
}
