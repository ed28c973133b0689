import { StoppedError, TWILIO_CODES } from "@linedesk/base";
import { NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { dialConference } from "../dial/dial-conference.ts";
import { DIAL_NOUNS } from "../dial/dial-nouns.ts";
import type { DialScope, DialResult } from "../dial/dial-scope.ts";
import { dialTargets } from "../dial/dial-targets.ts";
import { logUnexpectedNouns } from "../dial/log-unexpected-nouns.ts";
import { buildActionRequest, sendActionCallback } from "../document/action-request.ts";
import { childElements, readText } from "../document/element.ts";
import { defineVerb, type DocumentScope, type VerbScope } from "../document/verb.ts";

export const dial = defineVerb({
  name: "Dial",
  attributes: [
    "action",
    "method",
    "timeout",
    "timeLimit",
    "callerId",
    "answerOnBridge",
    "referUrl",
    "referMethod",
  ],
  urls: ["action", "referUrl"],
  children: DIAL_NOUNS,
  checksChildren: true,
  purposes: ["program"],
  run: runDial,
});

async function runDial(element: Element, scope: DocumentScope): Promise<Outcome> {
  logUnexpectedNouns(element, scope);
  checkTimeLimit(element, scope);
  const progress: DialResult = { params: { DialCallStatus: "canceled" } };
  try {
    const result = await connect(element, { scope, progress });
    if (result.isSkipped) {
      return NEXT;
    }
    if (result.handedOver) {
      return { type: "document", ...result.handedOver };
    }
    const request = buildActionRequest(element, scope, result.params);
    return request ? { type: "goto", request } : NEXT;
  } catch (error) {
    const needsAction = progress.handedOver === undefined;
    if (needsAction && error instanceof StoppedError && error.reason === "ended") {
      sendActionCallback(element, scope, progress.params);
    }
    throw error;
  }
}

/** An invalid limit falls back to the default and is logged. */
function checkTimeLimit({ attributes }: Element, { call }: VerbScope): void {
  const text = attributes["timeLimit"]?.trim();
  if (text === undefined || (/^\d{1,5}$/.test(text) && Number(text) >= 1)) {
    return;
  }
  call.logError("Dial", {
    errorCode: TWILIO_CODES.DIAL_INVALID_TIME_LIMIT,
    message: "timeLimit must be a number of seconds from 1 to 99999",
  });
}

/**
 * Dials and connects. Updates `progress` meanwhile, because the caller can hang up before the end.
 */
function connect(element: Element, dialling: DialScope): Promise<DialResult> {
  const nouns = childElements(element);
  const [first] = nouns;
  if (first?.name === "Conference") {
    return dialConference(element, first, dialling);
  }
  const number = readText(element);
  const plain: Element[] = number ? [{ name: "Number", attributes: {}, children: [number] }] : [];
  return dialTargets(element, [...plain, ...nouns], dialling);
}
