import { expect, test } from "vitest";

import type { Contact, ImportResult } from "@linedesk/contract";
import { aContactLine } from "../support/a-contact-line.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

const BATCH = 1_000;
const LINES = 100_000;

test("[CT17] an import of 100,000 lines adds the valid lines and names the invalid lines, and a repeated import changes nothing", async () => {
  const station = await aStation(desk.db, [[desk.people.producer, "producer"]]);
  const before = { number: "0491 000 001", name: "There before", station };
  await desk.post("/contacts", before, desk.people.producer);
  async function find(words: string): Promise<{ items: Contact[]; counts: { station: number } }> {
    const path = `/contacts?station=${station}&find=${words}`;
    return (await desk.get(path, desk.people.producer)).body as never;
  }
  async function send(from: number, dryRun = false): Promise<ImportResult> {
    const rows = Array.from({ length: BATCH }, (_, n) => aContactLine(from + n));
    const body = { station, dryRun, rows };
    const answer = await desk.post("/contacts/import", body, desk.people.producer);
    expect(answer.status).toBe(200);
    return answer.body as unknown as ImportResult;
  }
  expect(await send(0, true)).toMatchObject({ added: 899 - 10 });
  const results: ImportResult[] = [];
  for (let from = 0; from < LINES; from += BATCH) {
    results.push(await send(from));
  }

  const bad = results.flatMap((result) => result.bad);
  expect(bad.map(({ line }) => line)).toEqual(
    Array.from({ length: LINES / 10 }, (_, n) => n * 10 + 2),
  );
  expect(bad.slice(0, 5).map(({ message }) => message)).toEqual([
    '"12" is not a telephone number',
    "has no name",
    "the name is longer than 100 characters",
    "has more than 10 tags, or a tag longer than 30 characters",
    "has no number",
  ]);
  const known = results.flatMap((result) => result.known);
  expect(known).toHaveLength(LINES / 100 + 1);
  expect(known.slice(0, 2)).toEqual([
    { line: 3, number: "0491 000 001", name: "There before" },
    { line: 101, number: "0491 000 098", name: "Listener 98" },
  ]);
  const all = results.reduce((sum, { added: count }) => sum + count, 0);
  expect(all).toBe(LINES - bad.length - known.length);
  const { items, counts } = await find("listener+98");
  expect(counts.station).toBe(all + 1);
  expect(items[0]).toMatchObject({ name: "Listener 98", number: "+61491000098", tags: ["import"] });
  expect(await send(0)).toMatchObject({ added: 0, bad: results[0]?.bad });
  const stored = await find("there+before");
  expect(stored.items).toMatchObject([{ name: "There before", version: 1 }]);
});
