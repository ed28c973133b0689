import { expect, test } from "vitest";

import { readCsvPages } from "./read-csv-pages.ts";

/** Returns one of three pages. The first page has the last line of the file. */
async function ask({ cursor = "0" }: { cursor?: string }) {
  const n = Number(cursor);
  return {
    fileName: "wins.csv",
    csv: ["3\r\n", "2\r\n", "head\r\n1\r\n"][n] ?? "",
    rows: 1,
    total: n === 0 ? 3 : null,
    nextCursor: n < 2 ? String(n + 1) : null,
  };
}

test("a file is joined from its pages, and each page is reported as progress", async () => {
  const { signal } = new AbortController();
  const progress: unknown[] = [];

  const file = await readCsvPages(ask, { onRead: (...of) => progress.push(of), signal });

  expect(file).toEqual({ name: "wins.csv", text: "head\r\n1\r\n2\r\n3\r\n" });
  expect(progress).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test("a stopped export ignores the page that is already requested, and creates no file", async () => {
  const stopping = new AbortController();
  const requests: unknown[] = [];
  const file = readCsvPages(
    (next) => {
      requests.push(next);
      return ask(next);
    },
    { onRead: (count) => (count === 2 ? stopping.abort() : undefined), signal: stopping.signal },
  );

  await expect(file).rejects.toThrow(/abort/);
  expect(requests).toHaveLength(3);
});
