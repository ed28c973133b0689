import { expect, test } from "vitest";
import * as z from "zod/mini";

import { uuidV7 } from "./uuid.ts";

test("[DA1] a key is a uuid of version 7 that the contract accepts", () => {
  const id = uuidV7();

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(z.uuid().safeParse(id).success).toBe(true);
});

test("[DA1] keys of later milliseconds sort after earlier ones", () => {
  const times = [0, 1, 1_700_000_000_000, 1_800_000_000_001, 2 ** 48 - 1];

  const ids = times.map((time) => uuidV7(time));

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => uuidV7(5))).size).toBe(1000);
});
