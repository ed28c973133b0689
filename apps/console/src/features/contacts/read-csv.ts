import { type Contact, type CsvColumn, writeCsvFile } from "@linedesk/contract";
import { type BadLine, createBadLine } from "../../client/desk/contacts/contact-import.ts";
import { readTable } from "../../lib/read-table.ts";
import { yieldToPage } from "../../lib/yield-to-page.ts";
import { guessColumns } from "./guess-columns.ts";
import { joinTags } from "./join-tags.ts";
import type { ColumnRole } from "./read-head.ts";
import { type FileEntry, toEntries } from "./to-entries.ts";

/** The columns of a file, for the person who imports it. */
export interface FileColumns {
  roles: readonly ColumnRole[];
  /** The words of the head; `null` when the file has none. */
  head: readonly string[] | null;
  /** The first contacts, as they are in the file. */
  sample: readonly (readonly string[])[];
  /** Is false when the columns need a person's check. */
  isSure: boolean;
}

interface ReadCsv {
  entries: FileEntry[];
  bad: BadLine[];
  columns: FileColumns;
}

const SAMPLE_ROWS = 3;
/** The number of rows to read before the page can do other work. */
const PART_ROWS = 5_000;

/** Reads the contacts of a CSV file; `chosen` replaces the recognised meanings of the columns. */
export async function readCsv(text: string, chosen?: readonly ColumnRole[]): Promise<ReadCsv> {
  const { rows, faults } = await readTable(text);
  const guess = guessColumns(rows);
  const layout = { roles: chosen ?? guess.roles, head: guess.head };
  const contents = rows.slice(guess.from);
  const entries: FileEntry[] = [];
  for (let from = 0; from < contents.length; from += PART_ROWS) {
    entries.push(
      ...contents.slice(from, from + PART_ROWS).flatMap((row) => toEntries(row, layout)),
    );
    await yieldToPage();
  }
  const sample = contents.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  return {
    entries,
    bad: faults.map(({ line, reason }) => createBadLine(line, reason)),
    columns: { ...layout, sample, isSure: guess.isSure },
  };
}

const columns: CsvColumn<Contact>[] = [
  { head: "Name", cell: ({ name }) => name },
  { head: "Number", cell: ({ number }) => number },
  { head: "Tags", cell: ({ tags }) => joinTags(tags) },
  { head: "Note", cell: ({ note }) => note },
];

export function writeCsv(contacts: readonly Contact[]): string {
  return writeCsvFile(columns, contacts);
}
