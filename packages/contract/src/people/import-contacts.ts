import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { shownRefusal } from "../platform/error-reasons.ts";
import { contact, contactCursor, contactLimits, contactScope } from "./contacts.ts";

/**
 * A line of the file. The schema checks only its size. The answer reports all other errors by line.
 */
const importRow = z.object({
  line: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  number: z.string().check(z.maxLength(200)),
  name: z.string().check(z.maxLength(200)),
  tags: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
  note: z.string().check(z.maxLength(1000)),
});
export type ImportRow = z.output<typeof importRow>;

export const importResult = z.object({
  added: z.number(),
  /** Lines that change nothing: the book has the number, or the file has it twice. */
  known: z.array(z.object({ line: z.number(), number: z.string(), name: z.string() })),
  bad: z.array(z.object({ line: z.number(), ...shownRefusal.shape })),
});
export type ImportResult = z.output<typeof importResult>;

export const importContacts = endpoint("POST /contacts/import", {
  id: "importContacts",
  summary: "Add a batch of a file's valid lines in one step; the answer lists the invalid lines",
  access: { type: "permission", permission: "screen" },
  body: z.object({
    ...contactScope,
    dryRun: z.boolean(),
    rows: z.array(importRow).check(z.minLength(1), z.maxLength(contactLimits.rows)),
  }),
  answer: importResult,
});

export const exportContacts = endpoint("POST /contacts/export", {
  id: "exportContacts",
  summary: "Every contact of a phone book, page by page, for a file; the export is audited",
  access: { type: "permission", permission: "screen" },
  body: z.object({ ...contactScope, cursor: contactCursor }),
  answer: z.object({ items: z.array(contact), nextCursor: z.nullable(z.string()) }),
});
