import {
  type Contact,
  type ContactOwner,
  listContacts,
  type StationEvent,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import { contactsLoaded } from "../../store/contacts-slice.ts";
import type { Store } from "../../store/store.ts";

export interface ContactFilter {
  /** The owner of the book; `null` means all books that the person may read. */
  owner: ContactOwner | null;
  favourites: boolean;
  find: string;
}

export interface ContactListState {
  filter: ContactFilter;
  loading: boolean;
  /** The reason why the contacts could not be loaded, or `null`. */
  failed: string | null;
  nextCursor: string | null;
  counts: { station: number; show: number; person: number };
  shows: string[];
}

export interface ContactListDeps {
  http: HttpClient;
  store: Store;
  schedule: (run: () => void, ms: number) => () => void;
}

/** The shortest interval between reloads after colleagues' additions and imports. */
const REFRESH_MS = 1_000;
const PAGE_SIZE = 100;
/** The maximum number of contacts that a reload loads; further ones load when the list scrolls. */
const MOST_REFRESHED = 1_000;

const initialState: ContactListState = {
  filter: { owner: null, favourites: false, find: "" },
  loading: false,
  failed: null,
  nextCursor: null,
  counts: { station: 0, show: 0, person: 0 },
  shows: [],
};

export class ContactList {
  readonly #deps: ContactListDeps;
  readonly #listeners = new Set<() => void>();
  #state = initialState;
  /** The station whose book is open, or `null`. */
  #station: string | null = null;
  #loading: AbortController | null = null;
  #isRefreshDue = false;

  constructor(deps: ContactListDeps) {
    this.#deps = deps;
  }

  get state(): ContactListState {
    return this.#state;
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows this station's contacts from now on; `null` shows none. */
  open(station: string | null): void {
    if (station === this.#station) {
      return;
    }
    this.#station = station;
    this.#deps.store.dispatch(contactsLoaded([]));
    this.#setState(initialState);
    void this.#load(PAGE_SIZE);
  }

  search(change: Partial<ContactFilter>): void {
    this.#setState({ filter: { ...this.#state.filter, ...change } });
    void this.#load(PAGE_SIZE);
  }

  more(): void {
    const { nextCursor, loading } = this.#state;
    if (nextCursor !== null && !loading) {
      void this.#load(PAGE_SIZE, nextCursor);
    }
  }

  async reload(): Promise<void> {
    const shown = this.#deps.store.getState().contacts.length;
    await this.#load(Math.min(MOST_REFRESHED, Math.max(PAGE_SIZE, shown)));
  }

  receive(events: readonly StationEvent[]): void {
    const known = new Set(this.#deps.store.getState().contacts.map(({ id }) => id));
    const isNew = events.some(
      (event) =>
        event.type === "contact.imported" ||
        event.type === "contact.removed" ||
        (event.type === "contact.changed" && !known.has(event.contact.id)),
    );
    if (isNew) {
      this.refresh();
    }
  }

  refresh(): void {
    if (this.#station === null || this.#isRefreshDue) {
      return;
    }
    this.#isRefreshDue = true;
    this.#deps.schedule(() => {
      this.#isRefreshDue = false;
      void this.reload();
    }, REFRESH_MS);
  }

  async #load(atLeast: number, cursor?: string): Promise<void> {
    const station = this.#station;
    this.#loading?.abort();
    if (station === null) {
      return;
    }
    const loading = new AbortController();
    this.#loading = loading;
    this.#setState({ loading: true });
    const { store } = this.#deps;
    const { signal } = loading;
    try {
      const loaded = await this.#pages({ station, atLeast, cursor, signal });
      const before = cursor === undefined ? [] : store.getState().contacts;
      const ids = new Set(before.map(({ id }) => id));
      store.dispatch(contactsLoaded([...before, ...loaded.items.filter(({ id }) => !ids.has(id))]));
      const { first, nextCursor } = loaded;
      this.#setState({ ...first, nextCursor, loading: false, failed: null });
    } catch (error) {
      if (!signal.aborted) {
        this.#setState({ loading: false, failed: describeFailure(error).words });
      }
    }
  }

  async #pages({ station, atLeast, cursor, signal }: Pages) {
    const { owner, favourites, find } = this.#state.filter;
    const filter = {
      station,
      ...(owner === null ? {} : { owner }),
      ...(favourites ? { favourite: "true" as const } : {}),
      ...(find.trim() === "" ? {} : { find: find.trim().slice(0, 100) }),
    };
    const items: Contact[] = [];
    let first: Partial<Pick<ContactListState, "counts" | "shows">> = {};
    let next: string | null = cursor ?? null;
    do {
      const query = { ...filter, limit: PAGE_SIZE, ...(next === null ? {} : { cursor: next }) };
      const page = await this.#deps.http.call(listContacts, { query, signal });
      items.push(...page.items);
      if (page.counts !== null && page.shows !== null) {
        first = { counts: page.counts, shows: page.shows };
      }
      next = page.nextCursor;
    } while (next !== null && items.length < atLeast);
    return { items, first, nextCursor: next };
  }

  #setState(change: Partial<ContactListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

interface Pages {
  station: string;
  atLeast: number;
  cursor: string | undefined;
  signal: AbortSignal;
}
