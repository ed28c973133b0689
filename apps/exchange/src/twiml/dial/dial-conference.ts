import { raceAbort, StoppedError, TWILIO_CODES } from "@linedesk/base";
import {
  BEEPS,
  CONFERENCE_CALLBACK_EVENTS,
  type ConferenceCallback,
  type JoinOptions,
} from "../../calls/conferences/conference-api.ts";
import { joinConference } from "../../calls/conferences/join-conference.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag, parseMethod, parseNumber, parseWords } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { parseRecordingAttributes } from "../document/parse-recording-attributes.ts";
import type { VerbScope } from "../document/verb.ts";
import type { DialResult } from "./dial-scope.ts";
import { watchDialEnd } from "./watch-dial-end.ts";

const ROOM_RECORDING = { channels: 1, trimsSilence: true } as const;

/** The call joins a room and stays until it leaves or the room ends. */
export async function dialConference(
  dial: Element,
  noun: Element,
  { scope, progress }: { scope: VerbScope<"clock" | "calls">; progress: DialResult },
): Promise<DialResult> {
  const { call, services } = scope;
  const name = readText(noun);
  if (name.length < 1 || name.length > 128) {
    call.addLogEntry("error", "Conference", {
      errorCode: TWILIO_CODES.CONFERENCE_INVALID_NAME,
      message: "a name has 1..128 characters",
    });
    return { params: { DialCallStatus: "failed" } };
  }
  await raceAbort(call.answer(), scope.signal);
  progress.params = { DialCallStatus: "answered" };
  const leaving = new AbortController();
  const stopWatching = watchDialEnd(dial, scope, () => leaving.abort(new LeftByKey()));
  const signal = AbortSignal.any([scope.signal, leaving.signal]);
  try {
    scope.transfer?.onReached(200);
    const why = await joinConference(name, call, {
      join: parseJoinOptions(noun, scope),
      services: services.calls,
      signal,
    });
    if (typeof why !== "string") {
      return refusedResult(why.errorCode, progress);
    }
    if (why === "participant_add_failed") {
      progress.params = { DialCallStatus: "failed" };
    }
  } catch (error) {
    if (!(error instanceof LeftByKey)) {
      throw error;
    }
  } finally {
    stopWatching();
  }
  return { params: progress.params };
}

/** A label in use lets the next verb run; a coach without their pupil fails to the action. */
function refusedResult(errorCode: number, { params }: DialResult): DialResult {
  const isAction = errorCode === TWILIO_CODES.CONFERENCE_COACH_NOT_FOUND;
  return isAction ? { params: { DialCallStatus: "failed" } } : { params, isSkipped: true };
}

/** The time limit or the star key took them out; the document goes on. */
class LeftByKey extends StoppedError {
  constructor() {
    super("over");
  }
}

function parseJoinOptions(noun: Element, scope: VerbScope): JoinOptions {
  const { attributes } = noun;
  const { waitUrl, programmeUrl } = attributes;
  const label = attributes["participantLabel"];
  const isRecorded =
    attributes["record"] === "record-from-start" || attributes["record"] === "true";
  return {
    ...(label ? { label: label.slice(0, 128) } : {}),
    muted: parseFlag(noun, "muted", false),
    beep: BEEPS.find((beep) => beep === attributes["beep"]) ?? "true",
    startOnEnter: parseFlag(noun, "startConferenceOnEnter", true),
    endOnExit: parseFlag(noun, "endConferenceOnExit", false),
    waitUrl: waitUrl === undefined ? null : waitUrl && resolveUrl(waitUrl, scope.document),
    waitMethod: parseMethod(noun, "waitMethod"),
    maxParticipants: parseNumber(noun, "maxParticipants", { fallback: 250, min: 2, max: 250 }),
    callSidToCoach: attributes["coach"] ?? null,
    programmeUrl: programmeUrl ? resolveUrl(programmeUrl, scope.document) : null,
    statusCallback: parseConferenceCallback(noun, scope),
    record: isRecorded ? parseRecordingAttributes(noun, scope.document, ROOM_RECORDING) : null,
  };
}

function parseConferenceCallback(noun: Element, scope: VerbScope): ConferenceCallback | null {
  const { statusCallback } = noun.attributes;
  const url = statusCallback ? resolveUrl(statusCallback, scope.document) : null;
  if (!url) {
    return null;
  }
  const events = parseWords(noun, "statusCallbackEvent", CONFERENCE_CALLBACK_EVENTS);
  return { url, method: parseMethod(noun, "statusCallbackMethod"), events };
}
