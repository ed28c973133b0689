import { raceAbort, StoppedError, TWILIO_CODES } from "@linedesk/base";
import {
  CONFERENCE_CALLBACK_EVENTS,
  type ConferenceCallback,
  type JoinOptions,
} from "../../calls/conferences/conference-api.ts";
import { joinConference } from "../../calls/conferences/join-conference.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { parseFlag, parseMethod, parseWords } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import type { DialResult } from "./dial-scope.ts";
import { parseTimeLimitMs } from "./parse-time-limit.ts";

export async function dialConference(
  dial: Element,
  noun: Element,
  { scope, progress }: { scope: VerbScope<"clock" | "calls">; progress: DialResult },
): Promise<DialResult> {
  const { call, services } = scope;
  const name = readText(noun);
  if (name.length < 1 || name.length > 128) {
    call.logError("Conference", {
      errorCode: TWILIO_CODES.CONFERENCE_INVALID_NAME,
      message: "the name must have 1 to 128 characters",
    });
    return { params: { DialCallStatus: "failed" } };
  }
  await raceAbort(call.answer(), scope.signal);
  progress.params = { DialCallStatus: "answered" };
  const leaving = new AbortController();
  const stopTimer = services.clock.after(parseTimeLimitMs(dial, scope), () =>
    leaving.abort(new TimeLimitReached()),
  );
  const signal = AbortSignal.any([scope.signal, leaving.signal]);
  try {
    scope.transfer?.onReached(200);
    const why = await joinConference(name, call, {
      join: parseJoinOptions(noun, scope),
      services: services.calls,
      signal,
    });
    if (typeof why !== "string") {
      return { params: progress.params, isSkipped: true };
    }
    if (why === "participant_add_failed") {
      progress.params = { DialCallStatus: "failed" };
    }
  } catch (error) {
    if (!(error instanceof TimeLimitReached)) {
      throw error;
    }
  } finally {
    stopTimer();
  }
  return { params: progress.params };
}

/** The time limit removed the participant; the document continues. */
class TimeLimitReached extends StoppedError {
  constructor() {
    super("over");
  }
}

function parseJoinOptions(noun: Element, scope: VerbScope): JoinOptions {
  const { attributes } = noun;
  const { waitUrl, programmeUrl } = attributes;
  const label = attributes["participantLabel"];
  return {
    ...(label ? { label: label.slice(0, 128) } : {}),
    muted: parseFlag(noun, "muted", false),
    startOnEnter: parseFlag(noun, "startConferenceOnEnter", true),
    endOnExit: parseFlag(noun, "endConferenceOnExit", false),
    waitUrl: waitUrl === undefined ? null : waitUrl && resolveUrl(waitUrl, scope.document),
    waitMethod: parseMethod(noun, "waitMethod"),
    programmeUrl: programmeUrl ? resolveUrl(programmeUrl, scope.document) : null,
    statusCallback: parseConferenceCallback(noun, scope),
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
