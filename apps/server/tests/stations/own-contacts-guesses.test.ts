import { sql } from "kysely";
import { expect, test } from "vitest";

import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

function numberAt(index: number): string {
  return `+61${491_570_200 + index}`;
}

test("[AD104] the limits of the masking station apply to a person's own book at another station too", async () => {
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
  // A change without a new number does not count as a guess. A change in the other station's own
  // book does not count either.
  const noted = await desk.send("PUT", path, screener, { version: 1, note: "plumber" });
  expect(noted.status).toBe(200);
  const shared = { station, number: numberAt(62), name: "B" };
  expect((await desk.post("/contacts", shared, screener)).status).toBe(200);
  expect((await desk.post("/contacts", { ...own, number: numberAt(63) }, producer)).status).toBe(
    200,
  );
});

test("[CT31] a person's own phone book and a station's are limited for single contacts and for imports, and removed contacts count", async () => {
  const { station } = desk;
  const { owner } = desk.people;
  async function fill(of: "user_id" | "station_id", id: string, count: number) {
    const rows = sql`
      insert into contact (id, ${sql.ref(of)}, number, name, sort_name, tags, note, favourite,
        words, past_numbers, changed_by, changed_at, deleted_at)
      select gen_random_uuid(), ${id}::uuid, '+614' || (10000000 + n), 'N', 'n', '{}', '', false,
        '{}', '{}', 'Alice', now(), case when n = 1 then now() end
      from generate_series(1, ${count}::int) as n`;
    // On a busy machine the insertion takes longer than the limit of a statement.
    await desk.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await rows.execute(trx);
    });
  }
  const row = (at: number) => ({ number: `+6149157070${at}`, name: "Last", tags: [], note: "" });
  const lines = [1, 2].map((at) => ({ ...row(at), line: at }));
  const full = (words: string, most: number) => ({
    status: 400,
    body: {
      error: {
        message: `${words} ${most} contacts, including those removed within the last day.`,
      },
    },
  });
  async function fillsUp(to: "person" | "station", refused: object) {
    const file = (rows: object[]) => ({ station, owner: to, dryRun: false, rows });
    expect(await desk.post("/contacts/import", file(lines), owner)).toMatchObject(refused);
    const last = await desk.post("/contacts/import", file(lines.slice(1)), owner);
    expect(last).toMatchObject({ status: 200, body: { added: 1 } });
    expect(await desk.post("/contacts/import", file(lines.slice(1)), owner)).toMatchObject({
      status: 200,
      body: { added: 0 },
    });
    const more = { station, owner: to, ...row(3) };
    expect(await desk.post("/contacts", more, owner)).toMatchObject(refused);
  }
  await fill("user_id", owner.id, 9_999);
  await fillsUp("person", full("Your phone book is full. It holds", 10_000));
  await fill("station_id", station, 249_999);
  await fillsUp("station", full("The station's phone books are full. They hold", 250_000));
});
