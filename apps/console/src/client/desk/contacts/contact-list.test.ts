import { expect, test } from "vitest";

import type { Contact } from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { STATION_ID } from "../../../testing/a-call.ts";
import { aContact } from "../../../testing/a-contact.ts";
import { createStore } from "../../store/store.ts";
import { ContactList } from "./contact-list.ts";

const PAGE = 100;
const contacts = Array.from({ length: 250 }, (_, n) =>
  aContact({ id: `c${n}`, number: `+6149${n}`, name: `Listener ${n}` }),
);

interface Query {
  find?: string;
  cursor?: string;
  owner?: string;
}

/** Creates a list on a server with 250 contacts in pages of 100; a search finds one contact. */
function aList() {
  const store = createStore();
  const requests: Query[] = [];
  const server = { isDown: false, book: contacts as Contact[] };
  const http = {
    call: async (_: unknown, { query, signal }: { query: Query; signal: AbortSignal }) => {
      requests.push(query);
      await Promise.resolve();
      if (signal.aborted) {
        throw new HttpError({ kind: "aborted" });
      }
      if (server.isDown) {
        throw new HttpError({ kind: "network" });
      }
      const found = query.find === undefined ? server.book : server.book.slice(0, 1);
      const from = query.cursor === undefined ? 0 : Number(query.cursor);
      const nextCursor = from + PAGE < found.length ? String(from + PAGE) : null;
      const first = query.cursor === undefined;
      const counts = first ? { station: found.length, show: 0, person: 0 } : null;
      const items = found.slice(from, from + PAGE);
      return { items, nextCursor, counts, shows: first ? ["Drive"] : null };
    },
  } as unknown as HttpClient;
  const due: (() => void)[] = [];
  const schedule = (run: () => void) => {
    due.push(run);
    return () => undefined;
  };
  const list = new ContactList({ store, http, schedule });
  const settled = () => expect.poll(() => list.state.loading).toBe(false);
  return { list, requests, server, due, settled, shown: () => store.getState().contacts };
}

test("[CT22] the phone book loads page by page as its end comes near", async () => {
  const { list, requests, settled, shown } = aList();
  list.open(STATION_ID);
  await settled();
  expect([shown().length, list.state.counts.station, list.state.shows]).toEqual([
    100,
    250,
    ["Drive"],
  ]);

  list.more();
  list.more();
  await settled();
  list.more();
  await settled();
  list.more();

  expect(shown()).toEqual(contacts);
  expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, "100", "200"]);
  list.open(null);
  expect(shown()).toEqual([]);
});

test("a search replaces the shown contacts, and the answer of an earlier search is ignored", async () => {
  const { list, settled, shown } = aList();
  list.open(STATION_ID);
  list.search({ find: "list" });
  await settled();

  expect(shown().map(({ id }) => id)).toEqual(["c0"]);
});

test("[CT15] additions and an import by colleagues cause one reload of the shown pages", async () => {
  const { list, server, requests, due, settled, shown } = aList();
  list.open(STATION_ID);
  await settled();
  list.more();
  await settled();
  server.book = [aContact({ id: "new", name: "Abel" }), ...contacts];

  const known = {
    type: "contact.changed" as const,
    seq: 1,
    contact: aContact({ id: "c0" }),
    before: "",
  };
  list.receive([known]);
  expect(due).toHaveLength(0);
  list.receive([{ type: "contact.imported", seq: 2, count: 3 }]);
  list.receive([{ ...known, seq: 3, contact: aContact({ id: "new" }) }]);
  expect(due).toHaveLength(1);
  due[0]?.();
  await settled();

  expect(
    shown()
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(["new", "c0"]);
  expect(shown()).toHaveLength(200);
  expect(requests.slice(-2).map(({ cursor }) => cursor)).toEqual([undefined, "100"]);
});
