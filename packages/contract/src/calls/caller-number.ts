import * as z from "zod/mini";

/**
 * The way in which a text of the contract contains a caller's number. If a station masks numbers
 * for a person, an encrypted number, which works in requests, replaces each `number`. A masked form
 * with the last three digits replaces each `display`, and each number inside a `text`.
 */
export type NumberText = "number" | "display" | "text";
export const numberTexts = z.registry<{ has: NumberText }>();

/** A caller's number in an answer or an event, in E.164. */
export const callerNumber = z.string();
/** The number in readable form; "Private" when it is withheld. */
export const callerNumberDisplay = z.string();
/** A text that contains callers' numbers among other words, such as a file. */
export const textWithNumbers = z.string();
numberTexts.add(callerNumber, { has: "number" });
numberTexts.add(callerNumberDisplay, { has: "display" });
numberTexts.add(textWithNumbers, { has: "text" });

/**
 * Returns the schema of a caller's number in a request: in readable form, or encrypted as the
 * server sent it.
 */
export function givenCallerNumber<S extends z.ZodMiniString>(schema: S): S {
  numberTexts.add(schema, { has: "number" });
  return schema;
}

const HIDDEN = "hidden.";

/**
 * Returns true for an encrypted number. Only the server can read it, and it works only in requests
 * for the same station.
 */
export function isHiddenNumber(number: string | null): boolean {
  return number?.startsWith(HIDDEN) === true;
}

export function writeHiddenNumber(sealed: string): string {
  return `${HIDDEN}${sealed}`;
}

/** Masks `0491 570 006` as `•••• ••• 006`. The last three digits distinguish two callers. */
export function maskNumber(numberDisplay: string): string {
  const digits = numberDisplay.replaceAll(/\D/g, "").length;
  let seen = 0;
  return numberDisplay.replaceAll(/\d/g, (digit) => {
    seen += 1;
    return seen > digits - 3 ? digit : "•";
  });
}

/** The cursor from the previous page; absent for the first page. */
export const pageCursor = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** A file that is read page by page. Its last lines are on the first page. */
export const csvPage = z.object({
  fileName: z.string(),
  /** Oldest line first. The last page has the oldest lines and begins with the header row. */
  csv: textWithNumbers,
  /** The number of lines on this page without the header row. */
  rows: z.number(),
  /** The number of lines in the whole file; only the first page has it. */
  total: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
});
export type CsvPage = z.output<typeof csvPage>;
