import { expect, test } from "vitest";

import type { ImportResult, ImportRow } from "@linedesk/contract";
import { type HttpClient, HttpError } from "../../../lib/http-client.ts";
import { STATION_ID } from "../../../testing/a-call.ts";
import { aReason } from "../../../testing/a-refusal.ts";
import { ContactImport, type ContactFile, createBadLine, takeBatch } from "./contact-import.ts";

const target = { station: STATION_ID, owner: "station" as const, show: "" };

function aRow(n: number, note = ""): ImportRow {
  return { line: n + 2, number: `0491 57${n}`, name: `Listener ${n}`, tags: [], note };
}
function aFile(count: number): ContactFile {
  const rows = Array.from({ length: count }, (_, n) => aRow(n));
  return { name: "book.csv", rows, bad: [createBadLine(9_999, "row_quote_open")] };
}

interface Sent {
  dryRun: boolean;
  rows: ImportRow[];
}

/** Every tenth row is invalid. `meanwhile` runs before each request is answered. */
function anImport(meanwhile: (count: number, dryRun: boolean) => void = () => undefined) {
  const sent: Sent[] = [];
  const http = {
    call: async (_: unknown, { body }: { body: Sent }): Promise<ImportResult> => {
      sent.push(body);
      meanwhile(sent.length, body.dryRun);
      const bad = body.rows.filter(({ line }) => line % 10 === 0);
      return {
        added: body.rows.length - bad.length,
        known: [],
        bad: bad.map(({ line }) => ({ line, ...aReason("row_without_number") })),
      };
    },
  } as unknown as HttpClient;
  const run = new ContactImport(http);
  const seen: string[] = [];
  run.onChange(() => {
    const { state } = run;
    seen.push(state.status === "idle" ? "idle" : `${state.status} ${state.done}`);
  });
  return { run, sent, seen };
}

test("[CT17] an import checks the whole file before it writes, and names its bad lines", async () => {
  const { run, sent, seen } = anImport();

  await run.check(aFile(2_500), target);

  expect(seen).toEqual([
    "checking 0",
    "checking 1000",
    "checking 2000",
    "checking 2500",
    "checked 2500",
  ]);
  expect(sent.every(({ dryRun }) => dryRun)).toBe(true);
  const { state } = run;
  expect(state).toMatchObject({ status: "checked", report: { added: 2_250 } });
  expect(state.status === "checked" ? state.report.bad.slice(0, 2) : null).toEqual([
    createBadLine(9_999, "row_quote_open"),
    { line: 10, ...aReason("row_without_number") },
  ]);
});

test("[CT19] an import shows its progress, and a cancelled one keeps the contacts that it added", async () => {
  const { run, sent, seen } = anImport((count) => {
    if (count === 5) {
      run.cancel();
    }
  });
  await run.check(aFile(3_000), target);
  seen.length = 0;

  await run.start();

  expect(seen).toEqual(["importing 0", "importing 1000", "cancelled 2000"]);
  expect(sent.slice(3).map(({ dryRun, rows }) => [dryRun, rows.length])).toEqual([
    [false, 1_000],
    [false, 1_000],
  ]);
  expect(run.state).toMatchObject({ status: "cancelled", report: { added: 1_800 } });
});

test("[CT19] an import shows a failure, and its next start continues with the failed batch", async () => {
  let isDown = true;
  const { run, sent } = anImport((_, dryRun) => {
    if (!dryRun && isDown && sent.length === 4) {
      throw new HttpError({ kind: "network" });
    }
  });
  await run.check(aFile(2_000), target);
  await run.start();
  expect(run.state).toMatchObject({
    status: "failed",
    done: 1e3,
    words: "We could not reach the server",
  });

  isDown = false;
  await run.start();

  expect(run.state).toMatchObject({ status: "finished", done: 2_000, report: { added: 1_800 } });
  expect(sent.at(-1)?.rows[0]).toEqual(aRow(1_000));
  run.clear();
  expect(run.state).toEqual({ status: "idle" });
});

test("a cancel during the check, or after it, removes the file", async () => {
  const { run } = anImport((count) => (count === 1 ? run.cancel() : undefined));
  await run.check(aFile(2_000), target);
  expect(run.state).toEqual({ status: "idle" });

  await run.check(aFile(10), target);
  run.cancel();
  expect(run.state).toEqual({ status: "idle" });
});

test("a request stays below the server's limit, however long the lines are", () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => aRow(n, "ü".repeat(1_000)));

  const batch = takeBatch(rows, 10);

  expect(batch[0]).toEqual(aRow(10, "ü".repeat(1_000)));
  expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(500_000);
  expect(batch.length).toBeGreaterThan(50);
  expect(
    takeBatch(
      Array.from({ length: 3_000 }, (_, n) => aRow(n)),
      0,
    ),
  ).toHaveLength(1_000);
});
