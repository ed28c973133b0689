import { expect, test } from "vitest";

import type { Contact, Endpoint } from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { STATION_ID } from "../../../testing/a-call.ts";
import { aContact } from "../../../testing/a-contact.ts";
import { contactsLoaded } from "../../store/contacts-slice.ts";
import { createStore } from "../../store/store.ts";
import { CallRequests } from "../requests/call-requests.ts";
import { UndoHistory } from "../requests/undo-history.ts";
import { ContactEdits } from "./contact-edits.ts";

const kim = aContact({ tags: ["regular"] });
const sam = aContact({
  id: "0192f6a0-0000-7000-8000-0000000c0002",
  number: "+61491570156",
  name: "Sam Tran",
});

function refusal(code: "conflict" | "not_found", message: string): HttpError {
  const body = { code, reason: "contact_gone", params: {}, message, requestId: "r" };
  return new HttpError({ kind: "answered", status: 409, body });
}

/** Creates a phone book with Kim and Sam, on a server with an answer for each endpoint. */
function aPhoneBookDesk(answers: Record<string, unknown>) {
  const store = createStore();
  store.dispatch(contactsLoaded([kim, sam]));
  const sent: [string, unknown][] = [];
  const http = {
    call: async (endpoint: Endpoint, input: { body?: unknown; query?: unknown }) => {
      sent.push([endpoint.id, input.body ?? input.query]);
      const answer = answers[endpoint.id];
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
  } as HttpClient;
  const requests = new CallRequests(store, () => () => undefined);
  const undo = new UndoHistory();
  const due: { run: () => void; ms: number }[] = [];
  const clock = { ms: 0 };
  const reloads = { count: 0 };
  const edits = new ContactEdits({
    http,
    store,
    requests,
    undo,
    list: {
      refresh: () => undefined,
      reload: async () => void (reloads.count += 1),
    },
    schedule: (run, ms) => {
      due.push({
        run,
        ms,
      });
      return () => undefined;
    },
    now: () => clock.ms,
  });
  return { edits, sent, undo, requests, due, clock, reloads, state: () => store.getState() };
}

function names(contacts: readonly Contact[]): string[] {
  return contacts.map(({ name }) => name);
}

test("[CT14] a change shows at once, and is reverted with the reason when it is refused", async () => {
  const { edits, state } = aPhoneBookDesk({ changeContact: new HttpError({ kind: "network" }) });

  const done = edits.change(STATION_ID, kim, { name: "Kim N" });
  expect(names(state().contacts)).toEqual(["Kim N", "Sam Tran"]);

  expect(await done).toEqual({ type: "refused", words: "We could not reach the server" });
  expect(state().contacts).toEqual([kim, sam]);
});

test("[CT14] a saved change shows the server's answer", async () => {
  const saved = { ...kim, name: "Kim N", version: 2 };
  const { edits, state, sent } = aPhoneBookDesk({ changeContact: { contact: saved } });

  const outcome = await edits.change(STATION_ID, kim, { name: "Kim N" });

  expect(outcome).toEqual({ type: "saved", contact: saved });
  expect(state().contacts).toEqual([saved, sam]);
  expect(sent).toEqual([["changeContact", { name: "Kim N", version: 1 }]]);
});

test("[CT14] a change after a colleague's change returns the colleague's contact, and the list shows it", async () => {
  const theirs = { ...kim, name: "Kim of Bob", version: 2, changedBy: "Bob" };
  const words = "Bob changed this contact in the meantime. Check it and try again.";
  const answers = { changeContact: refusal("conflict", words), listContacts: { items: [theirs] } };
  const { edits, state } = aPhoneBookDesk(answers);

  const outcome = await edits.change(STATION_ID, kim, { note: "mine" });

  expect(outcome).toEqual({ type: "changed", theirs, words });
  expect(state().contacts).toEqual([theirs, sam]);
});

test("[CT6] a number that is already present is refused with its contact", async () => {
  const words = "0491 570 156 is already in the phone book as Sam Tran.";
  const answers = { addContact: refusal("conflict", words), listContacts: { items: [sam] } };
  const { edits, sent } = aPhoneBookDesk(answers);
  const draft = { owner: "show" as const, show: "Drive", number: "0491570156", name: "S" };

  const outcome = await edits.add(STATION_ID, { ...draft, tags: [], note: "" });

  expect(outcome).toEqual({ type: "known", existing: sam, words });
  expect(sent.at(-1)).toEqual([
    "listContacts",
    { station: STATION_ID, number: "0491570156", owner: "show", show: "Drive" },
  ]);
});

test("[CT10] a deleted contact disappears at once, and its toast and Z restore it for 8 s", async () => {
  const answers = { removeContact: { until: "" }, restoreContact: { contact: kim } };
  const { edits, state, undo, clock, due, sent, reloads } = aPhoneBookDesk(answers);

  const done = edits.remove(STATION_ID, kim);
  expect(state().contacts).toEqual([sam]);
  await done;
  expect(state().desk.notices).toMatchObject([
    { words: "Deleted Kim Nguyen from the phone book", actionLabel: "Undo" },
  ]);
  clock.ms = 7_999;
  expect(await undo.undoLast()).toBe(true);
  expect(sent.at(-1)).toEqual(["restoreContact", { station: STATION_ID, owner: "station" }]);
  expect([reloads.count, state().desk.notices]).toEqual([1, []]);
  expect(await undo.undoLast()).toBe(false);

  await edits.remove(STATION_ID, sam);
  expect(due.at(-1)?.ms).toBe(8_000);
  due.at(-1)?.run();
  clock.ms += 8_001;
  expect(state().desk.notices).toEqual([]);
  expect(await undo.undoLast()).toBe(false);
});

test("[CT10] the toast's button restores the contact, and after a refused deletion the contact is in the list", async () => {
  const answers: Record<string, unknown> = {
    removeContact: { until: "" },
    restoreContact: { contact: kim },
  };
  const { edits, state, requests, sent } = aPhoneBookDesk(answers);
  await edits.remove(STATION_ID, kim);
  requests.act(`contact:${kim.id}`);
  expect(sent.at(-1)?.[0]).toBe("restoreContact");

  answers["removeContact"] = new HttpError({ kind: "network" });
  await edits.remove(STATION_ID, sam);
  expect(names(state().contacts)).toContain("Sam Tran");
  expect(state().desk.notices.at(-1)).toMatchObject({
    tone: "failure",
    words: "We could not reach the server",
  });
});

test("[CL11] a toast shows that a caller is saved to the phone book, or which contact has the number", async () => {
  const answers: Record<string, unknown> = { saveCallerContact: { contact: kim } };
  const { edits, state } = aPhoneBookDesk(answers);
  await edits.saveCaller("c");
  expect(state().desk.notices.at(-1)?.words).toBe("Kim Nguyen is in the phone book");

  answers["saveCallerContact"] = refusal("conflict", "0491 570 006 is there already: Kim.");
  await edits.saveCaller("c");
  expect(state().desk.notices.at(-1)?.words).toBe("0491 570 006 is there already: Kim.");
});
