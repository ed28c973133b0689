import type PapaParse from "papaparse";

import { unguardCell } from "@linedesk/contract";
import { unifyQuotes } from "./unify-quotes.ts";
import { yieldToPage } from "./yield-to-page.ts";

export interface TableRow {
  /** The line of the file on which the row begins, counted from 1. */
  line: number;
  cells: readonly string[];
}

interface TableFault {
  line: number;
  reason: "row_quote_open" | "row_quotes_open" | "row_quote_misplaced";
}

interface Table {
  rows: TableRow[];
  faults: TableFault[];
}

/**
 * A quote without an end would include the rest of the file. Reading therefore restarts after the
 * line of the quote, at most this number of times.
 */
const MOST_OPEN_QUOTES = 100;

/** The number of characters to read in one part, which takes about 10 ms. */
const PART_LENGTH = 100_000;

/** The number of characters to read after a line with a misplaced quote. */
const SHORT_LENGTH = 1_000;

type Papa = typeof PapaParse;

/**
 * Reads a file of separated values, as spreadsheets, mail programs and telephones write it. An
 * unreadable line does not affect the others. Rows without text are left out.
 */
export async function readTable(text: string): Promise<Table> {
  const { default: papa } = await import("papaparse");
  const lines = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const named = /^"?sep="?([^"\n]?)[^\n]*(?:\n|$)/i.exec(lines);
  const delimiter = named?.[1] ?? "";
  const body = lines.slice(named?.[0].length ?? 0);
  const separator = delimiter === "" ? findDelimiter(papa, body) : delimiter;
  const reader = new TableReader(papa, separator);
  await reader.read(unifyQuotes(body, separator), named === null ? 1 : 2);
  return reader;
}

const delimiters = [",", ";", "\t", "|"] as const;
const SAMPLE_ROWS = 60;

/**
 * Returns the delimiter with the best rating: it splits many rows, most of them into the same
 * number of columns, and many rows have a cell with a telephone number, an address or a colour.
 */
function findDelimiter(papa: Papa, text: string): string {
  let best: { delimiter: string; rating: number } = { delimiter: ",", rating: 0 };
  const sample = takeLines(text, PART_LENGTH);
  for (const delimiter of delimiters) {
    const { data } = papa.parse<string[]>(sample, { delimiter, preview: SAMPLE_ROWS });
    const rating = rateRows(data.filter((cells) => cells.some((cell) => cell.trim() !== "")));
    if (rating > best.rating) {
      best = { delimiter, rating };
    }
  }
  return best.delimiter;
}

function rateRows(rows: readonly string[][]): number {
  const split = rows.filter(({ length }) => length > 1);
  const counts = new Map<number, number>();
  for (const { length } of split) {
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const usual = Math.max(0, ...counts.values());
  const values = split.filter((cells) => cells.some(isValue)).length;
  return rows.length === 0 ? 0 : (split.length + usual + values) / rows.length;
}

/** Returns true for a cell that contains only a telephone number, an address or a colour. */
function isValue(cell: string): boolean {
  return /^(?:'?\+?[\d\s().-]{6,24}|#[0-9a-f]{6}|[^\s@]+@[^\s@]+)$/i.test(cell.trim());
}

interface Stop {
  at: number;
  /** Is true after a line whose quotes were read as plain characters, false at an open quote. */
  isLoose: boolean;
}

class TableReader implements Table {
  readonly rows: TableRow[] = [];
  readonly faults: TableFault[] = [];
  readonly #papa: Papa;
  readonly #delimiter: string;
  #line = 1;

  constructor(papa: Papa, delimiter: string) {
    this.#papa = papa;
    this.#delimiter = delimiter;
  }

  /** Reads part by part, so that the page stays responsive. */
  async read(text: string, line: number): Promise<void> {
    this.#line = line;
    let rest = text;
    let length = PART_LENGTH;
    let read = 0;
    for (let opened = 0; rest !== "";) {
      const part = takeLines(rest, length);
      const stop = this.#readPart(part);
      const before = rest.length;
      if (stop === null) {
        rest = rest.slice(part.length);
        length = PART_LENGTH;
      } else if (stop.isLoose) {
        // A short part is read next, because each further line may also have a misplaced quote.
        rest = rest.slice(stop.at);
        length = SHORT_LENGTH;
      } else if (part.length < rest.length) {
        // The quote may close in the next part, so a longer part is read from the line of the
        // quote.
        rest = rest.slice(stop.at);
        length *= 2;
      } else {
        opened += 1;
        rest = this.#skipOpenQuote(rest, stop.at, opened > MOST_OPEN_QUOTES);
      }
      read += before - rest.length;
      if (read >= 10 * SHORT_LENGTH || stop?.isLoose === false) {
        read = 0;
        await yieldToPage();
      }
    }
  }

  /** Returns the text after the line with the open quote; empty after the last allowed quote. */
  #skipOpenQuote(rest: string, at: number, isLast: boolean): string {
    this.faults.push({ line: this.#line, reason: isLast ? "row_quotes_open" : "row_quote_open" });
    const end = rest.indexOf("\n", at);
    this.#line += 1;
    return isLast || end === -1 ? "" : rest.slice(end + 1);
  }

  /** Returns the place in `part` at which reading stopped; `null` when all was read. */
  #readPart(part: string): Stop | null {
    let read = 0;
    let stop: Stop | null = null;
    this.#papa.parse<string[]>(part, {
      delimiter: this.#delimiter,
      newline: "\n",
      step: ({ data: cells, errors, meta }, parser) => {
        const isMisplaced = errors.some(({ code }) => code === "InvalidQuotes");
        if (isMisplaced && this.#readLoosely(part.slice(read, meta.cursor))) {
          stop = { at: endOfLine(part, read), isLoose: true };
          return parser.abort();
        }
        if (errors.some(({ code }) => code === "MissingQuotes")) {
          stop = { at: read, isLoose: false };
          return parser.abort();
        }
        this.#readRow(
          cells,
          errors.some(({ type }) => type === "Quotes"),
        );
        this.#line += countLines(part, read, meta.cursor);
        read = meta.cursor;
      },
    });
    return stop;
  }

  /**
   * Reads the first line of a row that includes several lines because a cell continues after its
   * closing quote, such as `"The Boss" Smith`. The quotes are then plain characters, and the other
   * lines are separate rows. Returns false when the lines do not have the columns of the row
   * before.
   */
  #readLoosely(included: string): boolean {
    const lines = included
      .slice(0, SHORT_LENGTH)
      .split("\n", 3)
      .filter((one) => one.trim() !== "");
    const [line = ""] = lines;
    const { errors } = this.#papa.parse(line, { delimiter: this.#delimiter, newline: "\n" });
    const [first = [], ...others] = lines.map((one) => this.#splitLine(one));
    const columns = this.rows.at(-1)?.cells.length ?? first.length;
    const areRows = [first, ...others].every(({ length }) => length === columns);
    if (!areRows || !errors.some(({ code }) => code === "InvalidQuotes")) {
      return false;
    }
    this.#readRow(first, false);
    this.#line += 1;
    return true;
  }

  #splitLine(line: string): string[] {
    const options = { delimiter: this.#delimiter, newline: "\n", quoteChar: "\0" } as const;
    return this.#papa.parse<string[]>(line, options).data[0] ?? [];
  }

  #readRow(cells: readonly string[], isWrong: boolean): void {
    if (cells.every((cell) => cell.trim() === "")) {
      return;
    }
    if (isWrong) {
      this.faults.push({ line: this.#line, reason: "row_quote_misplaced" });
    } else {
      this.rows.push({ line: this.#line, cells: cells.map(toText) });
    }
  }
}

/** Databases write a cell without a value as `\N`. */
function toText(cell: string): string {
  const text = unguardCell(cell).trim();
  return text === String.raw`\N` ? "" : text;
}

function takeLines(text: string, length: number): string {
  const end = text.indexOf("\n", length);
  return end === -1 ? text : text.slice(0, end + 1);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end + 1;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}
