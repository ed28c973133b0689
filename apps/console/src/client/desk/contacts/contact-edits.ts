import {
  addContact,
  changeContact,
  type Contact,
  type ContactOwner,
  listContacts,
  removeContact,
  restoreContact,
  saveCallerContact,
} from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import {
  type ContactKey,
  contactEdited,
  contactRemoved,
  contactsLoaded,
} from "../../store/contacts-slice.ts";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import type { UndoHistory } from "../requests/undo-history.ts";
import type { ContactList } from "./contact-list.ts";

export interface ContactDraft {
  owner: ContactOwner;
  show: string;
  number: string;
  name: string;
  tags: string[];
  note: string;
}

export type ContactDetails = Partial<Omit<ContactDraft, "owner" | "show">> & {
  favourite?: boolean;
};

export type ContactOutcome =
  | { type: "saved"; contact: Contact }
  /** A colleague changed the contact first, and nothing was overwritten. */
  | { type: "changed"; theirs: Contact; words: string }
  | { type: "known"; existing: Contact; words: string }
  | { type: "refused"; words: string };

export interface ContactEditsDeps {
  http: HttpClient;
  store: Store;
  list: Pick<ContactList, "refresh" | "reload">;
  requests: Pick<CallRequests, "offer">;
  undo: UndoHistory;
  schedule: (run: () => void, ms: number) => () => void;
  now: () => number;
}

/** The time for which a toast and key Z restore a deleted contact. */
export const RESTORE_MS = 8_000;

/**
 * Edits the phone book. A change or removal of a contact is shown at once, and is rolled back when
 * the server refuses it.
 */
export class ContactEdits {
  readonly #deps: ContactEditsDeps;

  constructor(deps: ContactEditsDeps) {
    this.#deps = deps;
  }

  async add(station: string, { show, ...draft }: ContactDraft): Promise<ContactOutcome> {
    const { http, list } = this.#deps;
    const body = { station, ...draft, ...(draft.owner === "show" ? { show } : {}) };
    try {
      const { contact } = await http.call(addContact, { body });
      list.refresh();
      return { type: "saved", contact };
    } catch (error) {
      return this.#describe(error, () => this.#find(station, body));
    }
  }

  /** Shows the new details at once, and restores the old ones when the server refuses. */
  async change(station: string, seen: Contact, details: ContactDetails): Promise<ContactOutcome> {
    const { http, store, list } = this.#deps;
    const { number, ...shown } = details;
    const numberDisplay = number ?? seen.numberDisplay;
    store.dispatch(contactEdited({ key: seen, contact: { ...seen, ...shown, numberDisplay } }));
    const query = { station, ...toScope(seen) };
    const body = { ...details, version: seen.version };
    try {
      const params = { number: seen.number };
      const { contact } = await http.call(changeContact, { params, query, body });
      store.dispatch(contactEdited({ key: seen, contact }));
      list.refresh();
      return { type: "saved", contact };
    } catch (error) {
      const theirs = isConflict(error) ? await this.#find(station, seen) : null;
      store.dispatch(contactEdited({ key: seen, contact: theirs ?? seen }));
      list.refresh();
      if (theirs !== null && theirs.version !== seen.version) {
        return { type: "changed", theirs, words: describeFailure(error).words };
      }
      return this.#describe(error, () => this.#find(station, { ...seen, number: number ?? "" }));
    }
  }

  /** Removes the contact at once; for 8 s a toast and key Z restore it. */
  async remove(station: string, contact: Contact): Promise<void> {
    const { store, http, requests, undo, schedule, now } = this.#deps;
    const before = store.getState().contacts;
    store.dispatch(contactRemoved(contact));
    const id = `contact:${contact.id}`;
    try {
      const query = { station, ...toScope(contact) };
      await http.call(removeContact, { params: { number: contact.number }, query });
    } catch (error) {
      store.dispatch(contactsLoaded(before));
      return this.#noticeFailure(id, error);
    }
    const until = now() + RESTORE_MS;
    let isBack = false;
    const run = async () => {
      isBack = true;
      await this.#restore(station, contact);
    };
    undo.add({ isPossible: () => !isBack && now() < until, run });
    const t = pageWords();
    const words = t("notices.contactDeleted", { name: contact.name });
    const notice = { id, tone: "done" as const, words, code: null, line: null };
    requests.offer({ ...notice, actionLabel: t("notices.undo") }, () => void run());
    schedule(() => store.dispatch(noticeClosed(id)), RESTORE_MS);
  }

  async saveCaller(call: string): Promise<void> {
    const { http, store, list } = this.#deps;
    const id = `contact:${call}`;
    try {
      const { contact } = await http.call(saveCallerContact, { body: { call } });
      const words = pageWords()("notices.contactSaved", { name: contact.name });
      store.dispatch(noticed({ id, tone: "done", words, code: null, line: null }));
      list.refresh();
    } catch (error) {
      this.#noticeFailure(id, error);
    }
  }

  async #restore(station: string, contact: Contact): Promise<void> {
    const { http, store, list } = this.#deps;
    const id = `contact:${contact.id}`;
    store.dispatch(noticeClosed(id));
    try {
      const body = { station, ...toScope(contact) };
      await http.call(restoreContact, { params: { number: contact.number }, body });
      await list.reload();
    } catch (error) {
      this.#noticeFailure(id, error);
    }
  }

  #noticeFailure(id: string, error: unknown): void {
    const { words, code } = describeFailure(error);
    this.#deps.store.dispatch(noticed({ id, tone: "failure", words, code, line: null }));
  }

  async #describe(error: unknown, find: () => Promise<Contact | null>): Promise<ContactOutcome> {
    const { words } = describeFailure(error);
    const existing = isConflict(error) ? await find() : null;
    return existing === null ? { type: "refused", words } : { type: "known", existing, words };
  }

  async #find(
    station: string,
    { number, owner, show }: { number: string; owner: ContactOwner; show?: string | null },
  ): Promise<Contact | null> {
    const query = { station, number, ...toScope({ owner, show: show ?? null }) };
    try {
      const { items } = await this.#deps.http.call(listContacts, { query });
      return items[0] ?? null;
    } catch {
      // A notice reports the refusal. The contact on the server is unknown here.
      return null;
    }
  }
}

function toScope({ owner, show }: Omit<ContactKey, "number">) {
  return { owner, ...(show === null ? {} : { show }) };
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    error.failure.kind === "answered" &&
    error.failure.body?.code === "conflict"
  );
}
