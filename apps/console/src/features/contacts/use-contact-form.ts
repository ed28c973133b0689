import { useState } from "react";

import type { Contact } from "@linedesk/contract";
import type { ContactOutcome } from "../../client/desk/contacts/contact-edits.ts";
import {
  type ContactFields,
  emptyFields,
  type FieldChange,
  listOwnChanges,
  listTheirChanges,
  mergeTheirs,
  toContactDraft,
  toFields,
} from "./contact-draft.ts";
import type { ContactActions } from "./contact-files.ts";

export interface ContactFormInput {
  /** The present contact; `null` adds one. */
  contact: Contact | null;
  actions: ContactActions;
  close: () => void;
  /** The version that the person saw, if it is not the newest. */
  initialSeen?: Contact;
}

export interface ContactFormState {
  fields: ContactFields;
  type: (change: Partial<ContactFields>) => void;
  isMove: boolean;
  /** Is true when the form has text that is not saved. */
  isChanged: boolean;
  pending: boolean;
  refused: Exclude<ContactOutcome, { type: "saved" | "changed" }> | null;
  theirs: { by: string; changes: FieldChange[]; take: () => void } | null;
  save: () => Promise<void>;
  star: () => Promise<void>;
}

export function useContactForm(input: ContactFormInput): ContactFormState {
  const { contact, actions, close } = input;
  const [seen, setSeen] = useState(input.initialSeen ?? contact);
  const [fields, setFields] = useState(() => (seen === null ? emptyFields : toFields(seen)));
  const [outcome, setOutcome] = useState<ContactOutcome | null>(null);
  const [pending, setPending] = useState(false);
  const newer = pending ? null : findNewer({ seen, contact, outcome });
  async function run(change: () => Promise<ContactOutcome>, saved: (now: Contact) => void) {
    setPending(true);
    const done = await change();
    setPending(false);
    setOutcome(done.type === "saved" ? null : done);
    if (done.type === "saved") {
      saved(done.contact);
    }
  }
  return {
    fields,
    pending,
    type: (change) => {
      setFields({ ...fields, ...change });
      setOutcome(outcome?.type === "changed" ? outcome : null);
    },
    isChanged: Object.entries(seen === null ? emptyFields : toFields(seen)).some(
      ([name, value]) => fields[name as keyof ContactFields] !== value,
    ),
    isMove: seen !== null && fields.number.trim() !== toFields(seen).number,
    refused: outcome?.type === "known" || outcome?.type === "refused" ? outcome : null,
    theirs:
      newer === null || seen === null
        ? null
        : {
            by: newer.changedBy,
            changes: listTheirChanges(seen, newer),
            take: () => {
              setFields(mergeTheirs(seen, { theirs: newer, fields }));
              setSeen(newer);
              setOutcome(null);
            },
          },
    save: () =>
      run(
        () =>
          seen === null
            ? actions.add(toContactDraft(fields))
            : actions.change(newer ?? seen, listOwnChanges(seen, fields)),
        close,
      ),
    star: () => {
      const base = newer ?? seen;
      return base === null
        ? Promise.resolve()
        : run(() => actions.change(base, { favourite: !base.favourite }), setSeen);
    },
  };
}

/** Returns a colleague's newer version, which the list or a refused save contains. */
function findNewer({
  seen,
  contact,
  outcome,
}: {
  seen: Contact | null;
  contact: Contact | null;
  outcome: ContactOutcome | null;
}): Contact | null {
  if (seen === null) {
    return null;
  }
  const refused = outcome?.type === "changed" ? outcome.theirs : seen;
  const newest = contact !== null && contact.version > refused.version ? contact : refused;
  return newest.version > seen.version ? newest : null;
}
