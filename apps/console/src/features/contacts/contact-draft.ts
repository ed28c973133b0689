import type { Contact } from "@linedesk/contract";
import type { ContactDetails, ContactDraft } from "../../client/desk/contacts/contact-edits.ts";

export interface ContactFields extends Omit<ContactDraft, "tags"> {
  tags: string;
}

export const emptyFields: ContactFields = {
  owner: "station",
  show: "",
  number: "",
  name: "",
  tags: "",
  note: "",
};

export function toFields(contact: Contact): ContactFields {
  const { owner, show, numberDisplay, name, tags, note } = contact;
  return { owner, show: show ?? "", number: numberDisplay, name, tags: tags.join(", "), note };
}

export function toContactDraft(fields: ContactFields): ContactDraft {
  return {
    owner: fields.owner,
    show: fields.show.trim(),
    number: fields.number.trim(),
    name: fields.name.trim(),
    tags: readTags(fields.tags),
    note: fields.note.trim(),
  };
}

function readTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/**
 * Returns only the fields that the person changed, so that a save keeps a colleague's changes in
 * the other fields.
 */
export function listOwnChanges(seen: Contact, fields: ContactFields): ContactDetails {
  const before = toFields(seen);
  const { number, name, tags, note } = toContactDraft(fields);
  return {
    ...(fields.number.trim() === before.number ? {} : { number }),
    ...(name === seen.name ? {} : { name }),
    ...(fields.tags === before.tags ? {} : { tags }),
    ...(note === seen.note ? {} : { note }),
  };
}

export interface FieldChange {
  field: "name" | "number" | "tags" | "note" | "favourite";
  before: string | boolean;
  now: string | boolean;
}

export function listTheirChanges(seen: Contact, theirs: Contact): FieldChange[] {
  const before = toFields(seen);
  const now = toFields(theirs);
  const changes: FieldChange[] = (["name", "number", "tags", "note"] as const).map((field) => ({
    field,
    before: before[field],
    now: now[field],
  }));
  changes.push({ field: "favourite", before: seen.favourite, now: theirs.favourite });
  return changes.filter((change) => change.before !== change.now);
}

/** Keeps the person's own changes, and takes the colleague's values for other fields. */
export function mergeTheirs(
  seen: Contact,
  { theirs, fields }: { theirs: Contact; fields: ContactFields },
): ContactFields {
  const own = listOwnChanges(seen, fields);
  const now = toFields(theirs);
  return {
    ...now,
    ...(own.number === undefined ? {} : { number: fields.number }),
    ...(own.name === undefined ? {} : { name: fields.name }),
    ...(own.tags === undefined ? {} : { tags: fields.tags }),
    ...(own.note === undefined ? {} : { note: fields.note }),
  };
}
