import { expect, test } from "vitest";

import { OutboxCursor } from "./outbox-cursor.ts";

test("the cursor looks for an id without a row until every transaction that could have it has ended", () => {
  const cursor = new OutboxCursor(10, [8], 0);
  cursor.note([12, 15], 0);
  expect(cursor.missing).toEqual([8, 11, 13, 14]);

  cursor.note([11], 100);
  cursor.forget({ oldest: 500, next: 600 }, 100);
  expect(cursor.missing).toEqual([8, 13, 14]);

  // The transactions that had already got an id are those before number 700.
  cursor.forget({ oldest: 650, next: 700 }, 2_000);
  cursor.forget({ oldest: 699, next: 900 }, 60_000);
  expect(cursor.missing).toEqual([8, 13, 14]);

  cursor.forget({ oldest: 700, next: 901 }, 60_001);
  expect(cursor.missing).toEqual([]);
  expect(cursor.last).toBe(15);
});

test("a jump of the ids leaves a limited number of missing ones", () => {
  const cursor = new OutboxCursor(1, [], 0);

  cursor.note([1_000_000], 0);

  expect(cursor.missing).toHaveLength(10_000);
  expect(cursor.last).toBe(1_000_000);
});
