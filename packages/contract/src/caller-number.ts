import * as z from "zod/mini";

/**
 * What a text of the contract holds of callers' numbers. Whom the station masks them is given in
 * its place: of a `number` a hidden one, which stands for it in requests; of a `display` its last
 * three digits; of a `text` the same of every number in it.
 */
export type NumberText = "number" | "display" | "text";
export const numberTexts = z.registry<{ has: NumberText }>();

/** A text of an answer or an event that is a caller's number, in E.164. */
export const callerNumber = z.string();
/** The same as people write it; "Private" when withheld. */
export const callerNumberDisplay = z.string();
/** A text in which callers' numbers stand among other words, as a file. */
export const textWithNumbers = z.string();
numberTexts.add(callerNumber, { has: "number" });
numberTexts.add(callerNumberDisplay, { has: "display" });
numberTexts.add(textWithNumbers, { has: "text" });

/** A caller's number in a request: as people write it, or hidden as the server gave it. */
export function givenCallerNumber<S extends z.ZodMiniString>(schema: S): S {
  numberTexts.add(schema, { has: "number" });
  return schema;
}

const HIDDEN = "hidden.";

/** The server alone can read it: as good as the number in requests of the same station. */
export function isHiddenNumber(number: string | null): boolean {
  return number?.startsWith(HIDDEN) === true;
}

export function writeHiddenNumber(sealed: string): string {
  return `${HIDDEN}${sealed}`;
}

/** `0491 570 006` as `•••• ••• 006`: the last three tell two callers apart. */
export function maskNumber(numberDisplay: string): string {
  const digits = numberDisplay.replaceAll(/\D/g, "").length;
  let seen = 0;
  return numberDisplay.replaceAll(/\d/g, (digit) => {
    seen += 1;
    return seen > digits - 3 ? digit : "•";
  });
}

/** What the page before answered; the first page has none. */
export const pageCursor = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** A file that is taken page by page, the page with its last lines first. */
export const csvPage = z.object({
  fileName: z.string(),
  /** Oldest line first; the page with the oldest, which is the last, begins with the head. */
  csv: textWithNumbers,
  /** Lines of this page, the head aside. */
  rows: z.number(),
  /** How many the whole file has, with the first page. */
  total: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
});
export type CsvPage = z.output<typeof csvPage>;
