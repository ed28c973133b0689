import * as z from "zod/mini";

import {
  callerNumber,
  callerNumberDisplay,
  givenCallerNumber,
  textWithNumbers,
} from "../calls/caller-number.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";

/**
 * The owner of the phone book: the station, one show, or one person. A person's phone book is
 * visible only to this person.
 */
export const contactOwners = ["station", "show", "person"] as const;
export const contactOwner = z.enum(contactOwners);
export type ContactOwner = z.output<typeof contactOwner>;

/** The limits of a contact. An import reports values that exceed them. */
export const contactLimits = { name: 100, tags: 10, tag: 30, note: 500, show: 60, rows: 1000 };

const show = z.string().check(cleaned(), z.minLength(1), z.maxLength(contactLimits.show));
const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(contactLimits.name));
const tags = z
  .array(z.string().check(cleaned(), z.minLength(1), z.maxLength(contactLimits.tag)))
  .check(z.maxLength(contactLimits.tags));
const note = z.string().check(z.maxLength(contactLimits.note));
/** The number as a person writes it; the server stores it in E.164. */
const writtenNumber = givenCallerNumber(z.string().check(z.maxLength(60)));
export const contactCursor = z.optional(z.string().check(z.maxLength(1000)));

/** One phone book; `show` names the show that owns it. */
export const contactScope = {
  station: z.uuid(),
  owner: z.optional(contactOwner),
  show: z.optional(show),
};
/**
 * The number of a contact in E.164. A number behind a switchboard has its extension, as in RFC
 * 3966.
 */
const inPath = z.object({
  number: givenCallerNumber(
    z.string().check(z.maxLength(32), z.regex(/^\+[1-9]\d{1,14}(?:;ext=\d{1,10})?$/)),
  ),
});

export const contact = z.object({
  id: z.uuid(),
  owner: contactOwner,
  /** The name of the show; `null` for another owner. */
  show: z.nullable(z.string()),
  number: callerNumber,
  numberDisplay: callerNumberDisplay,
  /** Equals the number when the contact was saved without a name. */
  name: textWithNumbers,
  tags: z.array(z.string()),
  note: z.string(),
  favourite: z.boolean(),
  /** Earlier numbers of the contact, so that a search for an old number finds it. */
  pastNumbers: z.array(callerNumberDisplay),
  /** The time of the last call to the station from one of these numbers. */
  lastCallAt: z.nullable(z.string()),
  /** Changes with every edit. An edit names the version that the person saw. */
  version: z.number(),
  changedBy: z.string(),
  changedAt: z.string(),
});
export type Contact = z.output<typeof contact>;

const answer = z.object({ contact });

export const listContacts = endpoint("GET /contacts", {
  id: "listContacts",
  summary: "Contacts of the station, of its shows and my own; favourites first, then by name",
  access: { type: "permission", permission: "screen" },
  query: z.object({
    ...contactScope,
    /** The first letters of words in name or tags, or the first digits of a number. */
    find: z.optional(z.string().check(z.maxLength(100))),
    /** Matches only this number, in the form that a person writes. */
    number: z.optional(writtenNumber),
    favourite: z.optional(z.literal("true")),
    cursor: contactCursor,
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  answer: z.object({
    items: z.array(contact),
    nextCursor: z.nullable(z.string()),
    /** The totals; only the first page has them. */
    counts: z.nullable(z.object({ station: z.number(), show: z.number(), person: z.number() })),
    /** The shows that have contacts; only the first page has them. */
    shows: z.nullable(z.array(z.string())),
  }),
});

export const addContact = endpoint("POST /contacts", {
  id: "addContact",
  summary: "Add a contact to the phone book of its owner, by default the station",
  access: { type: "permission", permission: "screen" },
  body: z.object({
    ...contactScope,
    number: writtenNumber,
    name,
    tags: z.optional(tags),
    note: z.optional(note),
    favourite: z.optional(z.boolean()),
  }),
  answer,
  errors: ["conflict"],
});

export const changeContact = endpoint("PUT /contacts/{number}", {
  id: "changeContact",
  summary:
    "Change a contact or its number. The server refuses if another person has changed it meanwhile",
  access: { type: "permission", permission: "screen" },
  params: inPath,
  query: z.object(contactScope),
  body: z.object({
    version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    number: z.optional(writtenNumber),
    name: z.optional(name),
    tags: z.optional(tags),
    note: z.optional(note),
    favourite: z.optional(z.boolean()),
  }),
  answer,
  errors: ["not_found", "conflict"],
});

export const removeContact = endpoint("DELETE /contacts/{number}", {
  id: "removeContact",
  summary: "Remove a contact; it can be restored until the time in the answer",
  access: { type: "permission", permission: "screen" },
  params: inPath,
  query: z.object(contactScope),
  answer: z.object({ until: z.string() }),
  errors: ["not_found"],
});

export const restoreContact = endpoint("POST /contacts/{number}/restore", {
  id: "restoreContact",
  summary: "Restore a contact that was just removed",
  access: { type: "permission", permission: "screen" },
  params: inPath,
  body: z.object(contactScope),
  answer,
  errors: ["not_found", "conflict"],
});

export const saveCallerContact = endpoint("POST /caller/contact", {
  id: "saveCallerContact",
  summary: "Save the caller of a call to the phone book",
  access: { type: "thing", permission: "screen" },
  body: z.object({ call: z.uuid(), owner: z.optional(contactOwner), show: z.optional(show) }),
  answer,
  errors: ["not_found", "conflict"],
});

/** The events on the station's channel for its own book and its shows' books. */
export const contactEvents = {
  changed: z.object({
    type: z.literal("contact.changed"),
    seq: z.number(),
    contact,
    /** The number that the contact had before. */
    before: callerNumber,
  }),
  removed: z.object({
    type: z.literal("contact.removed"),
    seq: z.number(),
    id: z.uuid(),
    number: callerNumber,
  }),
  imported: z.object({ type: z.literal("contact.imported"), seq: z.number(), count: z.number() }),
};
