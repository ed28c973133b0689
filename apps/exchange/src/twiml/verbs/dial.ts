import { Stopped } from "../../core/stopped.ts";
import { actionOf, tellAction } from "../action.ts";
import { dialConference } from "../dialling/dial-conference.ts";
import { dialQueue } from "../dialling/dial-queue.ts";
import { DialRecording } from "../dialling/dial-recording.ts";
import { dialTargets } from "../dialling/dial-targets.ts";
import type { Dialling, DialResult } from "../dialling/dialling.ts";
import { elementsIn, textOf } from "../element.ts";
import { noteUnknownNouns } from "../known-words.ts";
import { noteUrls } from "../note-urls.ts";
import { NEXT } from "../outcome.ts";
import type { Verb, VerbScope } from "../verb.ts";
import { type Element } from "../x-twiml-document.ts";

/** Connects the call to other people, a room or a queue; then its action, or the next verb. */
export const dial: Verb = async (element, scope) => {
  noteUnknownNouns(element, scope.call);
  for (const noun of elementsIn(element)) {
    noteUrls(noun, scope);
  }
  checkTimeLimit(element, scope);
  const progress: DialResult = { params: { DialCallStatus: "canceled" } };
  const recording = new DialRecording(element, scope);
  try {
    const result = await connect(element, { scope, progress, recording });
    if (result.isSkipped) {
      return NEXT;
    }
    if (result.passedOn) {
      return { type: "document", ...result.passedOn };
    }
    const request = actionOf(element, scope, { ...result.params, ...recording.params });
    return request ? { type: "goto", request } : NEXT;
  } catch (error) {
    const isTold = progress.passedOn === undefined;
    if (isTold && error instanceof Stopped && error.why === "ended") {
      tellAction(element, scope, { ...progress.params, ...recording.params });
    }
    throw error;
  } finally {
    recording.stop();
  }
};

/** A limit that is none is passed over for the default, and said so. */
function checkTimeLimit({ attributes }: Element, { call }: VerbScope): void {
  const text = attributes["timeLimit"]?.trim();
  if (text === undefined || (/^\d{1,5}$/.test(text) && Number(text) >= 1)) {
    return;
  }
  call.note("error", "Dial", { errorCode: 13216, message: "timeLimit is a number of seconds" });
}

/** `progress` is kept up to date, for a caller who hangs up in the middle. */
function connect(element: Element, dialling: Dialling): Promise<DialResult> {
  const nouns = elementsIn(element);
  const [first] = nouns;
  if (first?.name === "Conference") {
    dialling.recording.handleRoom();
    return dialConference(element, first, dialling);
  }
  if (first?.name === "Queue") {
    return dialQueue(element, first, dialling);
  }
  const number = textOf(element);
  const plain: Element[] = number ? [{ name: "Number", attributes: {}, children: [number] }] : [];
  return dialTargets(element, [...plain, ...nouns], dialling);
}
