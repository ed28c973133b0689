import { defineNoun, type Noun } from "../document/verb.ts";

const CALLBACK_ATTRIBUTES = ["statusCallback", "statusCallbackMethod", "statusCallbackEvent"];

const number = defineNoun({
  name: "Number",
  attributes: ["byoc", ...CALLBACK_ATTRIBUTES],
  urls: ["statusCallback"],
  children: [],
});

const client = defineNoun({
  name: "Client",
  attributes: CALLBACK_ATTRIBUTES,
  urls: ["statusCallback"],
  children: [
    defineNoun({ name: "Identity", attributes: [], urls: [], children: [] }),
    defineNoun({ name: "Parameter", attributes: ["name", "value"], urls: [], children: [] }),
  ],
});

const sip = defineNoun({
  name: "Sip",
  attributes: ["username", "password", ...CALLBACK_ATTRIBUTES],
  urls: ["statusCallback"],
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
    // An extension: the programme to detect in the participant's background.
    "programmeUrl",
    ...CALLBACK_ATTRIBUTES,
  ],
  urls: ["waitUrl", "programmeUrl", "statusCallback"],
  children: [],
});

export const RINGING_NOUNS: readonly Noun[] = [number, client, sip];
export const EXCLUSIVE_NOUNS: readonly Noun[] = [conference];
export const DIAL_NOUNS: readonly Noun[] = [...RINGING_NOUNS, ...EXCLUSIVE_NOUNS];
