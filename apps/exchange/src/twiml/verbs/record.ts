import { orAborted, Stopped } from "@linedesk/base";
import { BUILTIN } from "@linedesk/speech";
import { NEXT } from "../../calls/playback/outcome.ts";
import { playSound } from "../../calls/playback/sounds.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { durationS } from "../../calls/recordings/recording-callbacks.ts";
import type { RecordingRecord } from "../../calls/recordings/recording.ts";
import type { StartedRecording } from "../../calls/recordings/recordings.ts";
import { tryRecord } from "../../calls/recordings/try-record.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { actionOrDocument, tell } from "../document/action.ts";
import { flagOf, numberOf } from "../document/attributes.ts";
import { recordingWishOf } from "../document/recording-wish.ts";
import type { Verb, VerbScope } from "../document/verb.ts";

const LONGEST_S = 14_400;

/** What the caller says, up to a key, silence, the longest time or his hanging up. */
export const record: Verb = async (element, scope) => {
  const { call } = scope;
  await call.answer();
  if (flagOf(element, "playBeep", true)) {
    await playSound(BUILTIN.beep, 1, scope);
  }
  const taken = await takeDown(element, scope);
  if (taken === null || taken.record.status !== "completed") {
    return NEXT;
  }
  const request = actionOrDocument(element, scope, paramsOf(taken));
  return request === null ? NEXT : { type: "goto", request };
};

interface Taken {
  recording: StartedRecording;
  record: RecordingRecord;
  /** The key that ended it, `hangup`, or nothing. */
  digits: string;
}

/** Null where it could not be recorded at all. */
async function takeDown(element: Element, scope: VerbScope): Promise<Taken | null> {
  const { call, document, services, signal } = scope;
  const maxLength = numberOf(element, "maxLength", { fallback: 3600, min: 1, max: LONGEST_S });
  const timeout = numberOf(element, "timeout", { fallback: 5, min: 0, max: LONGEST_S });
  const finishKeys = element.attributes["finishOnKey"] ?? "1234567890*#";
  const wish = recordingWishOf(element, document, { channels: 1, trimsSilence: true });
  let digits = "";
  let recording: StartedRecording | null = null;
  // 0 waits for as long as there is silence.
  const quiet =
    timeout === 0 ? {} : { quiet: { afterMs: timeout * 1000, onQuiet: () => recording?.stop() } };
  recording = tryRecord(
    call,
    { wish: { ...wish, track: "inbound" }, source: "RecordVerb", ...quiet },
    services,
  );
  if (recording === null) {
    return null;
  }
  const started = recording;
  const stopTimer = services.clock.after(maxLength * 1000, () => started.stop());
  const stopKeys = call.ears.onDigit((digit) => {
    if (digits !== "" || !finishKeys.includes(digit)) {
      return;
    }
    digits = digit;
    started.stop();
  });
  try {
    const done = await orAborted(started.done, signal);
    // The leg's end may be seen by the recording first.
    return { recording: started, record: done, digits: call.isOver ? "hangup" : digits };
  } catch (error) {
    started.stop();
    if (error instanceof Stopped && error.why === "ended") {
      void tellAction(element, scope, started);
    }
    throw error;
  } finally {
    stopTimer();
    stopKeys();
  }
}

/** The caller hung up: the action is told, its answer has nobody to run it. */
async function tellAction(
  element: Element,
  scope: VerbScope,
  recording: StartedRecording,
): Promise<void> {
  const done = await recording.done;
  if (done.status !== "completed") {
    return;
  }
  const params = paramsOf({ recording, record: done, digits: "hangup" });
  const request = actionOrDocument(element, scope, params);
  if (request !== null) {
    tell(request, scope);
  }
}

function paramsOf({ recording, record: done, digits }: Taken): WebhookParams {
  return {
    RecordingSid: recording.sid,
    RecordingUrl: recording.url,
    RecordingDuration: durationS(done.sound?.durationMs ?? 0),
    Digits: digits,
  };
}
