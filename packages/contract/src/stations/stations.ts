import * as z from "zod/mini";

import { deviceLine, recordingMode } from "../calls/calls.ts";
import { endpoint } from "../platform/endpoint.ts";
import { role } from "../platform/roles.ts";

export const station = z.object({
  id: z.uuid(),
  /** The call sign, such as `2ZZ`; page addresses have it in lower case. */
  callSign: z.string(),
  name: z.string(),
  role,
  /** The form in which this person sees callers' numbers, at a station that masks numbers. */
  numbers: z.optional(z.enum(["whole", "masked"])),
  colour: z.optional(z.nullable(z.string())),
});
export type Station = z.output<typeof station>;

export const phoneLine = z.object({
  id: z.uuid(),
  station: z.uuid(),
  name: z.string(),
  number: z.string(),
  numberDisplay: z.string(),
  open: z.boolean(),
  priority: z.boolean(),
});
export type PhoneLine = z.output<typeof phoneLine>;

/**
 * The lines that feed the air. With `null`, the line of an audio server feeds it and a browser's
 * line does not.
 */
export const lineFeeds = z.object({
  line1: z.nullable(z.boolean()),
  line2: z.nullable(z.boolean()),
});
export type LineFeeds = z.output<typeof lineFeeds>;

const stationId = z.object({ id: z.uuid() });

export const listStations = endpoint("GET /station", {
  id: "listStations",
  summary: "The stations of which I am a member, with my role",
  access: { type: "session" },
  answer: z.object({ items: z.array(station), nextCursor: z.nullable(z.string()) }),
});

/** A digit of a telephone's keypad. */
export const callBackDigit = z.string().check(z.regex(/^[0-9*#]$/), z.maxLength(1));

export const stationInfo = endpoint("GET /station/{id}", {
  id: "stationInfo",
  summary: "One station with its info",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  answer: z.extend(station, {
    logo: z.nullable(z.string()),
    phoneLines: z.array(phoneLine),
    feedsAir: lineFeeds,
    /** Is true when nobody may go to air before the air-ready check is complete. */
    requiresAirReady: z.boolean(),
    /** The DTMF digit with which a caller requests a call back; `null` when there is none. */
    callBackDigit: z.nullable(callBackDigit),
    /** Is true when one press may end a call on air and take the next caller to air. */
    allowsDump: z.boolean(),
    recordingMode: z.optional(recordingMode),
  }),
  errors: ["not_found"],
});

export const listPhoneLines = endpoint("GET /station/phone_line", {
  id: "listPhoneLines",
  summary: "The station's phone lines with their live state",
  access: { type: "permission", permission: "screen" },
  query: z.object({ station: z.uuid() }),
  answer: z.object({ items: z.array(phoneLine), nextCursor: z.nullable(z.string()) }),
});

export const openPhoneLines = endpoint("POST /station/line_open", {
  id: "openPhoneLines",
  summary: "Open or close one phone line, or all phone lines of the station",
  access: { type: "permission", permission: "desk" },
  body: z.object({ station: z.uuid(), phoneLine: z.optional(z.uuid()), open: z.boolean() }),
  answer: z.object({ items: z.array(phoneLine) }),
  errors: ["not_found"],
});

export const setLineFeed = endpoint("POST /station/line_feed", {
  id: "setLineFeed",
  summary: "Set whether a device line of the station's operators feeds the air",
  access: { type: "permission", permission: "admin" },
  body: z.object({ station: z.uuid(), line: deviceLine, feedsAir: z.boolean() }),
  answer: z.object({ feedsAir: lineFeeds }),
  errors: ["conflict"],
});

export const requireAirReady = endpoint("POST /station/air_ready", {
  id: "requireAirReady",
  summary: "Set whether callers need the air-ready check before they go to air",
  access: { type: "permission", permission: "admin" },
  body: z.object({ station: z.uuid(), required: z.boolean() }),
  answer: z.object({ requiresAirReady: z.boolean() }),
});

export const setCallBackDigit = endpoint("POST /station/call_back_digit", {
  id: "setCallBackDigit",
  summary: "Set or remove the DTMF digit with which a waiting caller requests a call back",
  access: { type: "permission", permission: "admin" },
  body: z.object({ station: z.uuid(), digit: z.nullable(callBackDigit) }),
  answer: z.object({ callBackDigit: z.nullable(callBackDigit) }),
});

export const allowDump = endpoint("POST /station/dump", {
  id: "allowDump",
  summary: "Set whether one press may end a call on air and take the next caller to air",
  access: { type: "permission", permission: "admin" },
  body: z.object({ station: z.uuid(), allowed: z.boolean() }),
  answer: z.object({ allowsDump: z.boolean() }),
});
