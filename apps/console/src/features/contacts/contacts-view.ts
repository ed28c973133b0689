import type { Contact, ContactOwner } from "@linedesk/contract";
import type {
  ContactDetails,
  ContactDraft,
  ContactOutcome,
} from "../../client/desk/contact-edits.ts";
import type { ImportState, ImportTarget } from "../../client/desk/contact-import.ts";
import type { ContactFilter, ContactListState } from "../../client/desk/contact-list.ts";
import type { ExportProgress } from "../../client/use-file-export.ts";
import type { FileFormat } from "./contact-files.ts";

/** What a person may do with contacts; null in a tab that only reads. */
export interface ContactActions {
  add: (draft: ContactDraft) => Promise<ContactOutcome>;
  change: (seen: Contact, details: ContactDetails) => Promise<ContactOutcome>;
  remove: (contact: Contact) => void;
}

export interface FilesView {
  state: ImportState;
  /** Books into which the person may import. */
  targets: ContactOwner[];
  /** Null while the file was good; else what is wrong with it. */
  problem: "tooBig" | "unreadable" | "noLines" | null;
  choose: (file: File, target: Omit<ImportTarget, "station">) => void;
  start: () => void;
  cancel: () => void;
  clear: () => void;
  saveBad: () => void;
  /** The books that the person may export. */
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
  /** Null for who may not dial. */
  call: ((contact: Contact) => void) | null;
  /** Why the last number was not dialled, or not exported. */
  refused: string | null;
  actions: ContactActions | null;
  files: FilesView | null;
}
