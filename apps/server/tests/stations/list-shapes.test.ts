import { afterAll, expect, test } from "vitest";
import * as z from "zod";

import type { Endpoint } from "@linedesk/contract";
import { ProbedStation, endpoints } from "../support/probed-station.ts";
import { fieldsOf } from "../support/sample-input.ts";

/** These lists have what a station has set up, or who is at its desks now, so they are short. */
const answeredWhole = [
  "listAdminDevicePresets",
  "listAudioServers",
  "listCallerIds",
  "listChatPeople",
  "listCutOffs",
  "listDevicePresets",
  "listErasures",
  "listFlagDetails",
  "listIntegrations",
  "listLineDetails",
  "listMembers",
  "listPairedAudioServers",
  "listPhoneLines",
  "listPrizes",
  "listSeats",
  "listStations",
  "listTrunks",
  "previewRetention",
  "releaseCutOffs",
  "sendHeartbeat",
];
/** The rule AP2 gives these endpoints another shape. */
const ofOtherShape = ["callList", "callQueue", "listConferences", "listFlags", "openPhoneLines"];

const probed = await ProbedStation.start();
afterAll(() => probed.close());

/** Endpoints that return a list: their id begins with `list`, or their answer has `items`. */
const lists = endpoints.filter(
  (endpoint) => fieldsOf(endpoint.answer).includes("items") || endpoint.id.startsWith("list"),
);

function isPaged({ query }: Endpoint): boolean {
  return ["cursor", "limit"].every((field) => fieldsOf(query).includes(field));
}

function isExport({ method, path, body }: Endpoint): boolean {
  return method === "POST" && path.endsWith("/export") && fieldsOf(body).includes("cursor");
}

const page = z.object({ items: z.array(z.unknown()), nextCursor: z.nullable(z.string()) });

test("[AP7] each list of the contract accepts cursor and limit, or is one of the lists that are returned whole", () => {
  const shaped = lists.filter(({ id }) => !ofOtherShape.includes(id));
  for (const { id, answer } of shaped) {
    expect([id, ...fieldsOf(answer)]).toEqual(expect.arrayContaining([id, "items", "nextCursor"]));
  }
  const whole = shaped.filter((endpoint) => !isPaged(endpoint) && !isExport(endpoint));
  expect(whole.map(({ id }) => id).toSorted()).toEqual(answeredWhole);
  const exports = shaped.filter(isExport).map(({ id }) => id);
  expect(exports.toSorted()).toEqual(["exportContacts", "exportHistory"]);
});

test.each(lists.filter(isPaged))(
  "[AP7] $id returns at most limit items, and refuses an invalid limit",
  async (endpoint) => {
    const fair = probed.sample(endpoint);
    const { cursor: _cursor, ...query } = fair.query;
    const one = { ...fair, query: { ...query, limit: 1 } };
    const { status, answer } = await probed.ask(endpoint, probed.people.owner, one);
    if (status !== 404) {
      expect(status).toBe(200);
      expect(page.parse(answer).items.length).toBeLessThanOrEqual(1);
    }
    for (const limit of [0, -1, 1_000_000, "many"]) {
      const none = { ...fair, query: { ...query, limit } };
      const { status: refused, fields } = await probed.ask(endpoint, probed.people.owner, none);
      expect([limit, refused, fields]).toEqual([limit, 400, ["limit"]]);
    }
  },
);

test.each(lists.filter(({ id, method }) => answeredWhole.includes(id) && method === "GET"))(
  "[AP7] $id is returned whole, without a next page",
  async (endpoint) => {
    const { answer } = await probed.ask(endpoint, probed.people.owner);
    expect(page.parse(answer).nextCursor).toBeNull();
  },
);
