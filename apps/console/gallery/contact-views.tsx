import type { ReactNode } from "react";

import type { Contact } from "@linedesk/contract";
import type { ImportState } from "../src/client/desk/contacts/contact-import.ts";
import type { ContactsView, FilesView } from "../src/features/contacts/contact-files.ts";
import { ContactForm } from "../src/features/contacts/ContactForm.tsx";
import { PhoneBookCard } from "../src/features/contacts/PhoneBookCard.tsx";
import { aContact } from "../src/testing/a-contact.ts";
import { ago, uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const people: Partial<Contact>[] = [
  { name: "Newsroom", number: "02 7010 1111", tags: ["internal"], favourite: true },
  { name: "Joan Mercer", number: "02 5550 2210", tags: ["guest", "council"] },
  { name: "Kim Nguyen", number: "0491 570 006", tags: ["regular"], note: "Mornings only" },
  { name: "Dr Priya Nair", number: "0491 570 156", owner: "show", show: "Breakfast" },
  { name: "Aunt Maud, who rings whenever the weather turns", owner: "person" },
];

const contacts = people.map(({ number: numberDisplay = "0491 570 157", ...person }, n) =>
  aContact({ id: uuid(700 + n), number: `+6149157${n}`, numberDisplay, ...person }),
);
const many = Array.from({ length: 500 }, (_, n) =>
  aContact({ id: uuid(7_000 + n), number: `+6149${n}`, name: `Listener ${n + 1}` }),
);

const files: FilesView = {
  state: { status: "idle" },
  preview: {
    encoding: "windows-1252",
    isGuess: true,
    columns: {
      roles: ["last", "first", "number", "none"],
      head: ["Nimi", "Eesnimi", "Number", "Kood"],
      sample: [
        ["Jõgi", "Mari", "0491 570 006", "17"],
        ["Kask", "Jaan", "02 5550 0101", "18"],
      ],
      isSure: false,
    },
  },
  correct: nothing,
  targets: ["station", "show", "person"],
  problem: null,
  choose: nothing,
  start: nothing,
  cancel: nothing,
  clear: nothing,
  saveBad: nothing,
  exports: [{ owner: "station", show: null }],
  exportAs: nothing,
  exporting: null,
};

const actions = {
  add: () => new Promise<never>(nothing),
  change: () => new Promise<never>(nothing),
  remove: nothing,
};

function aPhoneBookView(over: Partial<ContactsView> = {}): ContactsView {
  return {
    station: "2ZZ",
    filter: { owner: null, favourites: false, find: "" },
    counts: { station: 5_214, show: 12, person: 38 },
    shows: ["Breakfast", "Drive"],
    loading: false,
    contacts,
    search: nothing,
    more: null,
    failed: null,
    call: nothing,
    refused: null,
    actions,
    files,
    ...over,
  };
}

const progress = {
  file: {
    name: "listeners.csv",
    rows: Array.from({ length: 2_500 }, (_, n) => ({
      line: n + 2,
      number: "",
      name: "",
      tags: [],
      note: "",
    })),
    bad: [],
  },
  target: { station: uuid(1), owner: "station" as const, show: "" },
  done: 1_000,
  report: {
    added: 812,
    known: [{ line: 17, number: "0491 570 006", name: "Kim Nguyen" }],
    bad: [
      { line: 12, reason: "row_number_wrong", params: { number: "12" } },
      { line: 48, reason: "row_without_name", params: {} },
      { line: 702, reason: "row_name_too_long", params: { most: 100 } },
    ],
  },
};

function importing(state: ImportState): ReactNode {
  return <PhoneBookCard view={aPhoneBookView({ files: { ...files, state } })} />;
}

const [newsroom = aContact(), joan = aContact()] = contacts;
const theirs = {
  ...joan,
  name: "Joan Mercer-Hill",
  tags: ["guest"],
  version: 2,
  changedBy: "Bob",
  lastCallAt: ago(19 * 86_400),
};

/** The phone book in its states, by the scene's id. */
export const contactStates: Record<string, ReactNode> = {
  "contacts-list": <PhoneBookCard view={aPhoneBookView()} />,
  "contacts-many": (
    <PhoneBookCard
      view={aPhoneBookView({ contacts: many, more: nothing, refused: "Busy: try again." })}
    />
  ),
  "contacts-empty": (
    <PhoneBookCard
      view={aPhoneBookView({
        contacts: [],
        counts: { station: 0, show: 0, person: 0 },
        files: null,
      })}
    />
  ),
  "contacts-failed": (
    <PhoneBookCard
      view={aPhoneBookView({ failed: { words: "We could not reach the server", retry: nothing } })}
    />
  ),
  "contacts-reading": (
    <PhoneBookCard view={aPhoneBookView({ actions: null, files: null, call: null })} />
  ),
  "contacts-add": <PhoneBookCard view={aPhoneBookView()} initial={{ type: "add" }} />,
  "contacts-edit": (
    <PhoneBookCard view={aPhoneBookView()} initial={{ type: "edit", contact: newsroom }} />
  ),
  "contacts-changed": (
    <ContactForm
      contact={theirs}
      initialSeen={joan}
      view={aPhoneBookView()}
      actions={actions}
      close={nothing}
      open={nothing}
    />
  ),
  "contacts-import": <PhoneBookCard view={aPhoneBookView()} initial={{ type: "import" }} />,
  "contacts-checked": importing({ status: "checked", ...progress }),
  "contacts-importing": importing({ status: "importing", ...progress }),
  "contacts-stopped": importing({
    status: "failed",
    phase: "importing",
    words: "We could not reach the server",
    ...progress,
  }),
  "contacts-cancelled": importing({ status: "cancelled", ...progress }),
};
