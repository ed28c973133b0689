import { RECORDING_ATTRIBUTES } from "../document/parse-recording-attributes.ts";
import { defineNoun, type Noun } from "../document/verb.ts";

const DOCUMENT_ATTRIBUTES = ["url", "method"];
const CALLBACK_ATTRIBUTES = ["statusCallback", "statusCallbackMethod", "statusCallbackEvent"];

const number = defineNoun({
  name: "Number",
  attributes: [...DOCUMENT_ATTRIBUTES, "sendDigits", "byoc", ...CALLBACK_ATTRIBUTES],
  urls: ["url", "statusCallback"],
  children: [],
});

const client = defineNoun({
  name: "Client",
  attributes: [...DOCUMENT_ATTRIBUTES, "sendDigits", ...CALLBACK_ATTRIBUTES],
  urls: ["url", "statusCallback"],
  children: [
    defineNoun({ name: "Identity", attributes: [], urls: [], children: [] }),
    defineNoun({ name: "Parameter", attributes: ["name", "value"], urls: [], children: [] }),
  ],
});

const sip = defineNoun({
  name: "Sip",
  attributes: [
    ...DOCUMENT_ATTRIBUTES,
    "sendDigits",
    "username",
    "password",
    ...CALLBACK_ATTRIBUTES,
  ],
  urls: ["url", "statusCallback"],
  children: [],
});

const conference = defineNoun({
  name: "Conference",
  attributes: [
    "muted",
    "beep",
    "startConferenceOnEnter",
    "endConferenceOnExit",
    "participantLabel",
    "waitUrl",
    "waitMethod",
    "maxParticipants",
    "coach",
    // An extension of ours: what is looked for in the participant's background.
    "programmeUrl",
    "record",
    ...RECORDING_ATTRIBUTES,
    ...CALLBACK_ATTRIBUTES,
    // The buffer adapts and there is one region: both are taken and change nothing.
    "jitterBufferSize",
    "region",
  ],
  urls: ["waitUrl", "programmeUrl", "statusCallback", "recordingStatusCallback"],
  children: [],
});

/** A Dial rings these together, or in turn. */
export const RINGING_NOUNS: readonly Noun[] = [number, client, sip];
/** A Dial connects to one of these alone. */
export const EXCLUSIVE_NOUNS: readonly Noun[] = [conference];
export const DIAL_NOUNS: readonly Noun[] = [...RINGING_NOUNS, ...EXCLUSIVE_NOUNS];
