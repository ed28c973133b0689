import { afterAll, beforeAll, expect, test } from "vitest";

import { aStation } from "../support/people.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

let desk: TelephoneDesk;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
});
afterAll(() => desk.close());

function numberAt(index: number): string {
  return `+61${491_570_200 + index}`;
}

test("[AD150] a number goes into one's own book at another station as at the one that masks", async () => {
  const { screener, presenter, producer } = desk.people;
  await desk.db
    .updateTable("station")
    .set({ numbers_from: "producer" })
    .where("id", "=", desk.station)
    .execute();
  const station = await aStation(desk.db, [
    [screener, "owner"],
    [presenter, "owner"],
    [producer, "owner"],
  ]);
  const own = { station, owner: "person", name: "A" };
  const rows = [{ line: 1, number: numberAt(90), name: "A", tags: [], note: "" }];
  const file = { station, owner: "person", dryRun: false, rows };

  expect((await desk.post("/contacts/import", file, screener)).status).toBe(403);
  expect((await desk.post("/contacts/import", file, producer)).status).toBe(200);
  const stationFile = { ...file, owner: "station" };
  expect((await desk.post("/contacts/import", stationFile, screener)).status).toBe(200);

  for (let index = 0; index < 60; index += 1) {
    const added = await desk.post("/contacts", { ...own, number: numberAt(index) }, screener);
    expect([index, added.status]).toEqual([index, 200]);
  }
  const more = await desk.post("/contacts", { ...own, number: numberAt(60) }, screener);
  expect(more.status).toBe(429);
  const path = `/contacts/${numberAt(0)}?station=${station}&owner=person`;
  const moved = await desk.send("PUT", path, screener, { version: 1, number: numberAt(61) });
  expect(moved.status).toBe(429);
  // What changes no number is no guess, nor is what goes into the other station's own book.
  const noted = await desk.send("PUT", path, screener, { version: 1, note: "plumber" });
  expect(noted.status).toBe(200);
  const shared = { station, number: numberAt(62), name: "B" };
  expect((await desk.post("/contacts", shared, screener)).status).toBe(200);
  expect((await desk.post("/contacts", { ...own, number: numberAt(63) }, producer)).status).toBe(
    200,
  );
});
