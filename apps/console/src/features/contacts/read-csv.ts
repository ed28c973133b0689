import type PapaParse from "papaparse";

import { type Contact, type CsvColumn, FORMULA_START, writeCsvFile } from "@linedesk/contract";
import { type BadLine, createBadLine } from "../../client/desk/contacts/contact-import.ts";
import { yieldToPage } from "../../lib/yield-to-page.ts";

export interface FileEntry {
  line: number;
  number: string;
  name: string;
  tags: string[];
  note: string;
}

const columnNames = {
  name: ["name", "full name", "display name", "contact"],
  first: ["first name", "given name", "firstname"],
  last: ["last name", "surname", "family name", "lastname"],
  number: ["number", "phone", "phone number", "telephone", "mobile", "mobile phone", "tel"],
  tags: ["tags", "tag", "groups", "group", "labels", "categories"],
  note: ["note", "notes", "comment", "comments"],
};
type Column = keyof typeof columnNames;
type Head = Partial<Record<Column, number>>;

const NAMELESS: Head = { name: 0, number: 1, tags: 2, note: 3 };

/** Returns the position of each column; `null` when the first line already is a contact. */
function readHead(cells: readonly string[]): Head | null {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const head: Head = {};
  for (const [column, names] of Object.entries(columnNames) as [Column, string[]][]) {
    const at = named.findIndex((cell) => names.includes(cell));
    if (at !== -1) {
      head[column] = at;
    }
  }
  return head.number === undefined ? null : head;
}

/**
 * Removes the apostrophe that our export puts before text that a spreadsheet could run as a
 * formula.
 */
function unescape(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * A quote without an end would include the rest of the file. Reading therefore restarts after the
 * line of the quote, at most this number of times.
 */
const MOST_OPEN_QUOTES = 100;

/** The number of characters to read in one part, which takes about 10 ms. */
const PART_LENGTH = 100_000;

type Papa = typeof PapaParse;

/** Reads CSV with any delimiter; an unreadable line does not affect the others. */
class CsvReader {
  readonly entries: FileEntry[] = [];
  readonly bad: BadLine[] = [];
  readonly #papa: Papa;
  #head: Head | null = null;
  /** The delimiter that the library found in the first part; empty until then. */
  #delimiter = "";
  #line = 1;

  constructor(papa: Papa) {
    this.#papa = papa;
  }

  /** Reads part by part, so that the page stays responsive. */
  async read(text: string): Promise<void> {
    let rest = text;
    let length = PART_LENGTH;
    for (let opened = 0; rest !== "";) {
      const part = takeLines(rest, length);
      const stopped = this.#readPart(part);
      if (stopped === null) {
        rest = rest.slice(part.length);
        length = PART_LENGTH;
      } else if (part.length < rest.length) {
        // The quote may close in the next part, so a longer part is read from the line of the
        // quote.
        rest = rest.slice(stopped);
        length *= 2;
      } else {
        opened += 1;
        rest = this.#skipOpenQuote(rest, stopped, opened > MOST_OPEN_QUOTES);
      }
      await yieldToPage();
    }
  }

  /** Returns the text after the line with the open quote; empty after the last allowed quote. */
  #skipOpenQuote(rest: string, at: number, isLast: boolean): string {
    this.bad.push(createBadLine(this.#line, isLast ? "row_quotes_open" : "row_quote_open"));
    const end = rest.indexOf("\n", at);
    this.#line += 1;
    return isLast || end === -1 ? "" : rest.slice(end + 1);
  }

  /** Returns the position in `part` of the line with an open quote; `null` when all was read. */
  #readPart(part: string): number | null {
    let read = 0;
    let isStopped = false;
    this.#papa.parse<string[]>(part, {
      delimiter: this.#delimiter,
      step: ({ data: cells, errors, meta }, parser) => {
        this.#delimiter = meta.delimiter;
        if (errors.some(({ code }) => code === "MissingQuotes")) {
          isStopped = true;
          return parser.abort();
        }
        this.#readLine(
          cells,
          errors.some(({ type }) => type === "Quotes"),
        );
        this.#line += countLines(part, read, meta.cursor);
        read = meta.cursor;
      },
    });
    return isStopped ? read : null;
  }

  #readLine(cells: readonly string[], isWrong: boolean): void {
    if (cells.every((cell) => cell.trim() === "")) {
      return;
    }
    const named = this.#head === null ? readHead(cells) : null;
    this.#head ??= named ?? NAMELESS;
    if (isWrong) {
      this.bad.push(createBadLine(this.#line, "row_quote_misplaced"));
    } else if (named === null) {
      this.entries.push(toEntry(this.#line, cells, this.#head));
    }
  }
}

export async function readCsv(text: string): Promise<Pick<CsvReader, "entries" | "bad">> {
  const { default: papa } = await import("papaparse");
  const reader = new CsvReader(papa);
  await reader.read(text.replace(/^\uFEFF/, ""));
  return reader;
}

function takeLines(text: string, length: number): string {
  const end = text.indexOf("\n", length);
  return end === -1 ? text : text.slice(0, end + 1);
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}

function toEntry(line: number, cells: readonly string[], head: Head): FileEntry {
  function cell(column: Column): string {
    const at = head[column];
    return at === undefined ? "" : unescape(cells[at] ?? "").trim();
  }
  const name = cell("name") === "" ? `${cell("first")} ${cell("last")}`.trim() : cell("name");
  const tags = cell("tags")
    .split(/[,;]/)
    .map((tag) => tag.trim());
  return {
    line,
    number: cell("number"),
    name,
    tags: tags.filter((tag) => tag !== ""),
    note: cell("note"),
  };
}

const columns: CsvColumn<Contact>[] = [
  { head: "Name", cell: ({ name }) => name },
  { head: "Number", cell: ({ number }) => number },
  { head: "Tags", cell: ({ tags }) => tags.join("; ") },
  { head: "Note", cell: ({ note }) => note },
];

export function writeCsv(contacts: readonly Contact[]): string {
  return writeCsvFile(columns, contacts);
}
