import type { LiveCall } from "../../calls/live/live-call.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { logUnsupported } from "./attributes.ts";
import { childElements } from "./element.ts";

const URL_ATTRIBUTES = "url method";
const STATUS_CALLBACK_ATTRIBUTES = "statusCallback statusCallbackMethod statusCallbackEvent";
const RECORDING_ATTRIBUTES =
  "trim recordingStatusCallback recordingStatusCallbackMethod recordingStatusCallbackEvent";
/** Those of asyncAmd are of calls, and refused with a code of their own. */
const AMD_ATTRIBUTES =
  "machineDetection machineDetectionTimeout machineDetectionSpeechThreshold " +
  "machineDetectionSpeechEndThreshold machineDetectionSilenceTimeout amdStatusCallback " +
  "amdStatusCallbackMethod asyncAmd asyncAmdStatusCallback asyncAmdStatusCallbackMethod";
const SPEECH_ATTRIBUTES =
  "language hints speechModel speechTimeout maxSpeechTime enhanced profanityFilter " +
  "partialResultCallback partialResultCallbackMethod debug";

/** The attributes of each verb and noun that somebody reads. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  Say: "voice language loop",
  Play: "loop digits",
  Pause: "length",
  Gather: `input action method finishOnKey numDigits timeout actionOnEmptyResult bargeIn ${SPEECH_ATTRIBUTES}`,
  Enqueue: "action method waitUrl waitUrlMethod maxQueueSize workflowSid",
  Task: "priority timeout",
  Leave: "",
  Dial:
    "action method timeout timeLimit callerId answerOnBridge hangupOnStar sequential ringTone " +
    `referUrl referMethod record recordingTrack ${RECORDING_ATTRIBUTES}`,
  Number: `${URL_ATTRIBUTES} sendDigits byoc ${STATUS_CALLBACK_ATTRIBUTES} ${AMD_ATTRIBUTES}`,
  Client: `${URL_ATTRIBUTES} sendDigits clientNotificationUrl ${STATUS_CALLBACK_ATTRIBUTES}`,
  Identity: "",
  Parameter: "name value",
  Sip: `${URL_ATTRIBUTES} sendDigits username password ${STATUS_CALLBACK_ATTRIBUTES} ${AMD_ATTRIBUTES}`,
  Queue: URL_ATTRIBUTES,
  // The buffer adapts and there is one region: both are taken and change nothing.
  Conference:
    "muted beep startConferenceOnEnter endConferenceOnExit participantLabel waitUrl waitMethod " +
    `maxParticipants coach record ${RECORDING_ATTRIBUTES} ${STATUS_CALLBACK_ATTRIBUTES} jitterBufferSize region`,
  Refer: "action method",
  Record: `action method maxLength timeout finishOnKey playBeep ${RECORDING_ATTRIBUTES}`,
  Reject: "reason",
  Redirect: "method",
  Hangup: "",
};

/** Notes each attribute that nobody reads as 12200. */
export function logUnknownAttributes(element: Element, call: LiveCall): void {
  const known = Object.hasOwn(ATTRIBUTES, element.name) ? ATTRIBUTES[element.name] : undefined;
  if (known === undefined) {
    return;
  }
  const unknown = new Set(Object.keys(element.attributes));
  for (const name of known.split(" ")) {
    unknown.delete(name);
  }
  logUnsupported(element, [...unknown], call);
}

/** What these may hold; Say, Gather, Dial and Refer say themselves what they take. */
const ALLOWED_CHILDREN: Readonly<Record<string, readonly string[]>> = {
  Play: [],
  Pause: [],
  Enqueue: ["Task"],
  Leave: [],
  Record: [],
  Reject: [],
  Redirect: [],
  Hangup: [],
};

/** Notes each element in a verb that holds none such. */
export function logUnexpectedChildren(verb: Element, call: LiveCall): void {
  const held = Object.hasOwn(ALLOWED_CHILDREN, verb.name) ? ALLOWED_CHILDREN[verb.name] : undefined;
  if (held === undefined) {
    return;
  }
  for (const child of childElements(verb)) {
    const isTaken = held.includes(child.name);
    if (!isTaken) {
      note(child, `${verb.name} does not take ${child.name}`, call);
    }
  }
}

const NOUNS = new Set(["Number", "Client", "Sip", "Queue", "Conference"]);
/** A Dial connects to one of these, or rings the others. */
const EXCLUSIVE_NOUNS = new Set(["Queue", "Conference"]);

/** Notes what a Dial holds and does not ring or join. */
export function logUnexpectedDialNouns(dial: Element, call: LiveCall): void {
  const nouns = childElements(dial);
  const isAlone = EXCLUSIVE_NOUNS.has(nouns[0]?.name ?? "");
  nouns.forEach((noun, index) => {
    const isDialled =
      NOUNS.has(noun.name) && (isAlone ? index === 0 : !EXCLUSIVE_NOUNS.has(noun.name));
    if (!isDialled) {
      note(noun, `Dial does not take ${noun.name} here`, call);
    } else {
      for (const each of [noun, ...nestedElements(noun, call)]) {
        logUnknownAttributes(each, call);
      }
    }
  });
}

/** A Refer takes one Sip, which has nothing but its address. */
export function logUnexpectedReferNouns(refer: Element, call: LiveCall): void {
  const nouns = childElements(refer);
  const sip = nouns.find(({ name }) => name === "Sip");
  for (const noun of nouns) {
    if (noun === sip) {
      logUnsupported(noun, Object.keys(noun.attributes), call);
    } else {
      note(noun, `Refer does not take ${noun.name} here`, call);
    }
  }
}

/** What a Client holds; other nouns hold text alone. */
function nestedElements(noun: Element, call: LiveCall): Element[] {
  const words = noun.name === "Client" ? ["Identity", "Parameter"] : [];
  return childElements(noun).filter((word) => {
    if (!words.includes(word.name)) {
      note(word, `${noun.name} does not take ${word.name}`, call);
    }
    return words.includes(word.name);
  });
}

function note({ name }: Element, message: string, call: LiveCall): void {
  call.addLogEntry("error", name, { errorCode: 12200, message });
}
