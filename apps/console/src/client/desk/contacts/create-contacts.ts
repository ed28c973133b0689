import { ContactEdits, type ContactEditsDeps } from "./contact-edits.ts";
import type { ContactImport } from "./contact-import.ts";
import { ContactList } from "./contact-list.ts";

export interface Contacts {
  list: ContactList;
  edits: ContactEdits;
  files: ContactImport | null;
}

export function createContacts(deps: Omit<ContactEditsDeps, "list">): Contacts {
  const list = new ContactList(deps);
  const edits = new ContactEdits({ ...deps, list });
  return { list, edits, files: null };
}
