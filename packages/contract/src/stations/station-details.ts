import * as z from "zod/mini";

import { withheld } from "../calls/withheld.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { role } from "../platform/roles.ts";
import { openingHours } from "./opening-hours.ts";
import { phoneLine, station } from "./stations.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(100));
const givenNumber = z.string().check(z.trim(), z.minLength(3), z.maxLength(32));
const soundUrl = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)));

const spokenWords = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500)));

/** A small image as a data URL, without SVG because it can contain scripts. */
export const stationLogo = z
  .string()
  .check(
    z.maxLength(9_999),
    z.regex(/^data:image\/(?:png|jpeg|webp);base64,[0-9A-Za-z+/]+={0,2}$/),
  );

/** The call sign in page addresses: letters, digits and hyphens. */
export const callSign = z
  .string()
  .check(z.trim(), z.minLength(2), z.maxLength(16), z.regex(/^[0-9A-Za-z][0-9A-Za-z-]*$/));

/** The exchange ends a call after one day. */
export const MAX_DIAL_S = 86_400;

export const myAdminRights = endpoint("GET /admin/rights", {
  id: "myAdminRights",
  summary: "My right to create a station",
  access: { type: "session" },
  answer: z.object({ mayAddStation: z.boolean() }),
});

export const addStation = endpoint("POST /admin/stations", {
  id: "addStation",
  summary: "Create a station with its first phone line, and with me as its owner",
  access: { type: "session" },
  body: z.object({ callSign, name, line: z.object({ name, number: givenNumber }) }),
  answer: z.object({ station }),
  errors: ["conflict"],
});

/** The sounds for a station's callers and the destinations of their calls. */
export const stationDetails = z.object({
  callSign: z.string(),
  name,
  /** The programme that waiting callers hear. */
  liveProgrammeUrl: soundUrl,
  holdMusicUrl: soundUrl,
  lineClosedUrl: soundUrl,
  linesBusyUrl: soundUrl,
  /** The exchange speaks these words when no sound is set. */
  lineClosedWords: spokenWords,
  linesBusyWords: spokenWords,
  /** The longest duration of an outbound call in seconds. */
  maxDialS: z.int().check(z.minimum(60), z.maximum(MAX_DIAL_S)),
  openingHours: z.nullable(openingHours),
  /**
   * The forwarding number of phone lines without their own; with `null` the calls of these lines
   * stay at the station.
   */
  forwardTo: z.nullable(givenNumber),
  /**
   * The phone line whose callers come first. If several are marked, it is the one whose telephone
   * number sorts first.
   */
  priorityLine: z.nullable(z.uuid()),
  logo: z.nullable(stationLogo),
  colour: z.nullable(z.string().check(z.maxLength(7), z.regex(/^#[0-9a-f]{6}$/))),
});
export type StationDetails = z.output<typeof stationDetails>;

export const readStationDetails = endpoint("GET /admin/{id}/station", {
  id: "stationDetails",
  summary: "The station's name and settings, and the sounds for its callers",
  access,
  params: stationId,
  answer: stationDetails,
  errors: ["not_found"],
});

export const saveStationDetails = endpoint("PUT /admin/{id}/station", {
  id: "saveStationDetails",
  summary: "Change the station's name and settings, or the sounds for its callers",
  access,
  params: stationId,
  body: z.extend(z.omit(stationDetails, { callSign: true }), {
    /** The values that the person saw. A newer change of another person is not overwritten. */
    seen: z.optional(z.partial(z.omit(stationDetails, { callSign: true, logo: true }))),
  }),
  answer: stationDetails,
  errors: ["not_found", "conflict"],
});

export const lineDetails = z.extend(phoneLine, {
  /** Is true when the number is known to belong to the station. Calls show no other number. */
  isOwn: z.boolean(),
  holdMusicUrl: soundUrl,
  lineClosedUrl: soundUrl,
  forwardTo: z.nullable(z.string()),
  ...withheld,
});
export type LineDetails = z.output<typeof lineDetails>;

const lineChange = z.object({
  name,
  number: givenNumber,
  priority: z.boolean(),
  holdMusicUrl: soundUrl,
  lineClosedUrl: soundUrl,
  forwardTo: z.nullable(givenNumber),
  withheld: z.optional(withheld.withheld),
  withheldWords: z.optional(withheld.withheldWords),
});

export const listLineDetails = endpoint("GET /admin/{id}/phoneLines", {
  id: "listLineDetails",
  summary: "The station's phone lines with the fields that only the admin area shows",
  access,
  params: stationId,
  answer: z.object({ items: z.array(lineDetails), nextCursor: z.nullable(z.string()) }),
});

export const addPhoneLine = endpoint("POST /admin/{id}/phoneLines", {
  id: "addPhoneLine",
  summary: "Add a phone line, closed until somebody opens it",
  access,
  params: stationId,
  body: lineChange,
  answer: z.object({ line: lineDetails }),
  errors: ["conflict"],
});

const lineId = z.object({ id: z.uuid(), line: z.uuid() });

export const changePhoneLine = endpoint("PUT /admin/{id}/phoneLines/{line}", {
  id: "changePhoneLine",
  summary: "Change a phone line",
  access,
  params: lineId,
  body: z.extend(lineChange, { seen: z.optional(z.partial(lineChange)) }),
  answer: z.object({ line: lineDetails }),
  errors: ["not_found", "conflict"],
});

export const confirmPhoneLine = endpoint("POST /admin/{id}/phoneLines/{line}/own", {
  id: "confirmPhoneLine",
  summary: "Confirm that a phone line's number is the station's own, so that calls may show it",
  access: { type: "permission", permission: "own" },
  params: lineId,
  /** The number that the owner saw. A request for another number is refused. */
  body: z.object({ number: z.string().check(z.minLength(3), z.maxLength(32)) }),
  answer: z.object({ line: lineDetails }),
  errors: ["not_found", "conflict"],
});

export const removePhoneLine = endpoint("DELETE /admin/{id}/phoneLines/{line}", {
  id: "removePhoneLine",
  summary: "Remove a phone line without live calls; its past calls stay",
  access,
  params: lineId,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found", "conflict"],
});

export const member = z.object({
  user: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  role,
  /** Is true when a sign-in group gives and removes the role, so that it cannot be changed here. */
  fromGroup: z.boolean(),
  /** The group; `null` when a person gave the role, or when no group gives it any more. */
  group: z.nullable(z.string()),
  /** Is true when the person has never signed in. The role waits for this e-mail address. */
  invited: z.boolean(),
  /**
   * Is true when the person may not sign in at any station until an owner enables the person again.
   */
  disabled: z.boolean(),
});
export type StationMember = z.output<typeof member>;

export const listMembers = endpoint("GET /admin/{id}/users", {
  id: "listMembers",
  summary: "The people of the station with their roles",
  access,
  params: stationId,
  answer: z.object({ items: z.array(member), nextCursor: z.nullable(z.string()) }),
});

export const inviteMember = endpoint("POST /admin/{id}/users", {
  id: "inviteMember",
  summary: "Give a role to the person with this e-mail address, who may never have signed in",
  access,
  params: stationId,
  body: z.object({ email: z.email().check(z.maxLength(254)), role }),
  answer: z.object({ member }),
  errors: ["conflict"],
});

const memberId = z.object({ id: z.uuid(), user: z.uuid() });

export const changeMember = endpoint("PUT /admin/{id}/users/{user}", {
  id: "changeMember",
  summary: "Change the role of a person of the station",
  access,
  params: memberId,
  body: z.object({ role, seen: z.optional(z.object({ role: z.optional(role) })) }),
  answer: z.object({ member }),
  errors: ["not_found", "conflict"],
});

export const removeMember = endpoint("DELETE /admin/{id}/users/{user}", {
  id: "removeMember",
  summary: "Remove a person's role at the station",
  access,
  params: memberId,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found", "conflict"],
});

export const setMemberActive = endpoint("PUT /admin/{id}/users/{user}/active", {
  id: "setMemberActive",
  summary: "Disable a person, which ends all sessions and lines, or enable the person again",
  access: { type: "permission", permission: "own" },
  params: memberId,
  body: z.object({ active: z.boolean() }),
  answer: z.object({ member }),
  errors: ["not_found", "conflict"],
});
