import { raceAbort, StoppedError } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import { NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import { playSound } from "../../calls/playback/sounds.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import {
  RECORDING_CALLBACK_EVENTS,
  type RecordingCallback,
  type RecordingRecord,
} from "../../calls/recordings/recording.ts";
import type { StartedRecording } from "../../calls/recordings/recordings.ts";
import { durationS } from "../../calls/recordings/send-recording-callback.ts";
import { tryRecord } from "../../calls/recordings/try-record.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { buildActionOrDocumentRequest, sendCallback } from "../document/action-request.ts";
import { parseFlag, parseMethod, parseNumber, parseWords } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

type RecordScope = VerbScope<"clock" | "logger" | "media" | "calls" | "webhooks">;

const MAX_S = 14_400;

/** Records the caller until a digit, silence, the maximum length or the hangup. */
export const record = defineVerb({
  name: "Record",
  attributes: [
    "action",
    "method",
    "maxLength",
    "timeout",
    "finishOnKey",
    "playBeep",
    "recordingStatusCallback",
    "recordingStatusCallbackMethod",
    "recordingStatusCallbackEvent",
  ],
  urls: ["action", "recordingStatusCallback"],
  children: [],
  purposes: ["program"],
  run: runRecord,
});

async function runRecord(element: Element, scope: RecordScope): Promise<Outcome> {
  const { call } = scope;
  await call.answer();
  if (parseFlag(element, "playBeep", true)) {
    await playSound(BUILTIN_SOUNDS.beep, 1, scope);
  }
  const taken = await recordCaller(element, scope);
  if (taken === null || taken.record.status !== "completed") {
    return NEXT;
  }
  const request = buildActionOrDocumentRequest(element, scope, buildRecordParams(taken));
  return request === null ? NEXT : { type: "goto", request };
}

interface Taken {
  recording: StartedRecording;
  record: RecordingRecord;
  /** The digit that ended the recording, `hangup`, or an empty string. */
  digits: string;
}

async function recordCaller(element: Element, scope: RecordScope): Promise<Taken | null> {
  const { call, services, signal } = scope;
  const maxLength = parseNumber(element, "maxLength", { fallback: 3600, min: 1, max: MAX_S });
  const timeout = parseNumber(element, "timeout", { fallback: 5, min: 0, max: MAX_S });
  const finishKeys = element.attributes["finishOnKey"] ?? "1234567890*#";
  const callback = parseRecordingCallback(element, scope);
  let digits = "";
  let recording: StartedRecording | null = null;
  // 0 sets no limit on the silence.
  const quiet =
    timeout === 0 ? {} : { quiet: { afterMs: timeout * 1000, onQuiet: () => recording?.stop() } };
  recording = tryRecord(call, { callback, source: "RecordVerb", ...quiet }, services.calls);
  if (recording === null) {
    return null;
  }
  const started = recording;
  const stopTimer = services.clock.after(maxLength * 1000, () => started.stop());
  const stopKeys = call.input.onDigit((digit) => {
    if (digits !== "" || !finishKeys.includes(digit)) {
      return;
    }
    digits = digit;
    started.stop();
  });
  try {
    const done = await raceAbort(started.done, signal);
    // If the caller hangs up, the recording can end before the signal aborts.
    return { recording: started, record: done, digits: call.isOver ? "hangup" : digits };
  } catch (error) {
    started.stop();
    if (error instanceof StoppedError && error.reason === "ended") {
      void sendRecordAction(element, scope, started);
    }
    throw error;
  } finally {
    stopTimer();
    stopKeys();
  }
}

function parseRecordingCallback(
  element: Element,
  { document }: RecordScope,
): RecordingCallback | null {
  const text = element.attributes["recordingStatusCallback"];
  const url = text ? resolveUrl(text, document) : null;
  if (!url) {
    return null;
  }
  const events = parseWords(element, "recordingStatusCallbackEvent", RECORDING_CALLBACK_EVENTS);
  return { url, method: parseMethod(element, "recordingStatusCallbackMethod"), events };
}

/** Requests the action after the caller has hung up, and ignores the response. */
async function sendRecordAction(
  element: Element,
  scope: RecordScope,
  recording: StartedRecording,
): Promise<void> {
  const done = await recording.done;
  if (done.status !== "completed") {
    return;
  }
  const params = buildRecordParams({ recording, record: done, digits: "hangup" });
  const request = buildActionOrDocumentRequest(element, scope, params);
  if (request !== null) {
    sendCallback(request, scope);
  }
}

function buildRecordParams({ recording, record: done, digits }: Taken): WebhookParams {
  return {
    RecordingSid: recording.sid,
    RecordingUrl: recording.url,
    RecordingDuration: durationS(done.sound?.durationMs ?? 0),
    Digits: digits,
  };
}
