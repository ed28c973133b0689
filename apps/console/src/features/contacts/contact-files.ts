import type { Contact, ImportRow, ContactOwner } from "@linedesk/contract";
import type {
  ContactDetails,
  ContactDraft,
  ContactOutcome,
} from "../../client/desk/contacts/contact-edits.ts";
import {
  type ContactFile,
  type ImportState,
  type ImportTarget,
  createBadLine,
} from "../../client/desk/contacts/contact-import.ts";
import type { ContactFilter, ContactListState } from "../../client/desk/contacts/contact-list.ts";
import type { ExportProgress } from "../../client/use-file-export.ts";
import type { FileEncoding } from "../../lib/decode-file.ts";
import type { FileKind } from "../../lib/find-file-kind.ts";
import { yieldToPage } from "../../lib/yield-to-page.ts";
import { type FileColumns, readCsv, writeCsv } from "./read-csv.ts";
import type { ColumnRole } from "./read-head.ts";
import { readVcards, writeVcards } from "./read-vcards.ts";
import type { FileEntry } from "./to-entries.ts";

/** No station's phone book is this large. The page refuses a larger file without reading it. */
export const MOST_BYTES = 50_000_000;

/** The number of lines to check before the page can do other work. */
const PART_LINES = 5_000;

export type FileFormat = "csv" | "vcard";

interface ReadContactFile extends ContactFile {
  /** The columns of a CSV file; `null` for vCards. */
  columns: FileColumns | null;
}

/** Reads a file of contacts: as vCards when it begins with one, otherwise as CSV. */
export async function readContactFile(
  name: string,
  text: string,
  roles?: readonly ColumnRole[],
): Promise<ReadContactFile> {
  const isVcard = /^\uFEFF?\s*BEGIN:VCARD/i.test(text);
  const { entries, bad, columns } = isVcard
    ? { ...(await readVcards(text)), columns: null }
    : await readCsv(text, roles);
  const rows: ImportRow[] = [];
  for (let from = 0; from < entries.length; from += PART_LINES) {
    for (const entry of entries.slice(from, from + PART_LINES)) {
      if (isStorable(entry)) {
        rows.push(toRow(entry));
      } else {
        bad.push(createBadLine(entry.line, "field_unstorable"));
      }
    }
    await yieldToPage();
  }
  return { name, rows, bad, columns };
}

export async function writeContactFile(
  format: FileFormat,
  contacts: readonly Contact[],
): Promise<string> {
  return format === "csv" ? writeCsv(contacts) : writeVcards(contacts);
}

/**
 * Returns false for characters that the database refuses, because one of them would fail the whole
 * batch.
 */
function isStorable({ number, name, tags, note }: FileEntry): boolean {
  const text = [number, name, note, ...tags].join("");
  return !/\p{Surrogate}/u.test(text) && !text.includes("\0");
}

/**
 * Limits the length of the fields, so that the request is small; the server reports each line with
 * a long field.
 */
function toRow({ line, number, name, tags, note }: FileEntry): ImportRow {
  return {
    line,
    number: number.trim().slice(0, 200),
    name: name.trim().slice(0, 200),
    tags: tags.slice(0, 50).map((tag) => tag.slice(0, 200)),
    note: note.trim().slice(0, 1000),
  };
}

/** The actions on contacts, for a person and a tab that may change them. */
export interface ContactActions {
  add: (draft: ContactDraft) => Promise<ContactOutcome>;
  change: (seen: Contact, details: ContactDetails) => Promise<ContactOutcome>;
  remove: (contact: Contact) => void;
}

/** The encoding and columns of the chosen file, which the person can correct. */
export interface FilePreview {
  encoding: FileEncoding;
  /** Is true when the bytes of the file do not prove the encoding. */
  isGuess: boolean;
  /** The columns of a CSV file; `null` for vCards. */
  columns: FileColumns | null;
}

/** A person's correction of a preview. */
export type PreviewChange = { encoding: FileEncoding } | { roles: readonly ColumnRole[] };

export interface FilesView {
  state: ImportState;
  /** The preview of the chosen file; `null` before a file is read. */
  preview: FilePreview | null;
  correct: (change: PreviewChange) => void;
  targets: ContactOwner[];
  /** The problem with the file, or `null`. */
  problem: "tooBig" | "unreadable" | "noLines" | FileKind | null;
  choose: (file: File, target: Omit<ImportTarget, "station">) => void;
  start: () => void;
  cancel: () => void;
  clear: () => void;
  saveBad: () => void;
  exports: { owner: ContactOwner; show: string | null }[];
  exportAs: (format: FileFormat, scope: FilesView["exports"][number]) => void;
  exporting: ExportProgress | null;
}

/** `useContacts()`: the phone book panel. */
export interface ContactsView extends Pick<
  ContactListState,
  "filter" | "counts" | "shows" | "loading"
> {
  station: string;
  contacts: readonly Contact[];
  search: (change: Partial<ContactFilter>) => void;
  more: (() => void) | null;
  failed: { words: string; retry: () => void } | null;
  /**
   * Calls the contact; `null` without the permission, on a line that the role may not use, and while
   * the dialler sends another request.
   */
  call: ((contact: Contact) => void) | null;
  /** The reason why the last number was not dialled, or the last export failed. */
  refused: string | null;
  actions: ContactActions | null;
  files: FilesView | null;
}
