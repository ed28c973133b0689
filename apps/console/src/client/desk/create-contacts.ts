import { ContactEdits, type ContactEditsDeps } from "./contact-edits.ts";
import { ContactImport } from "./contact-import.ts";
import { ContactList } from "./contact-list.ts";

/** The phone book of this page. */
export interface Contacts {
  list: ContactList;
  edits: ContactEdits;
  files: ContactImport;
}

export function createContacts(deps: Omit<ContactEditsDeps, "list">): Contacts {
  const list = new ContactList(deps);
  const edits = new ContactEdits({ ...deps, list });
  return { list, edits, files: new ContactImport(deps.http) };
}
