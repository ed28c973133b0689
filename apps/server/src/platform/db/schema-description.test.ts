import { expect, test } from "vitest";

import { listDifferences } from "./schema-description.ts";

function aSchema(...objects: string[]): Map<string, string> {
  return new Map(objects.map((object) => [object, "integer"]));
}

test("equal schemas have no differences", () => {
  expect(listDifferences(aSchema("table call"), aSchema("table call"))).toBeNull();
});

test("missing, unknown and different objects are named in that order", () => {
  const expected = aSchema("table call", "column call.id", "column call.number");
  const actual = aSchema("table call", "column call.id", "column call.name").set(
    "column call.id",
    "text",
  );

  expect(listDifferences(expected, actual)).toBe(
    "column call.number is missing, column call.name is unknown, column call.id differs",
  );
});

test("a missing or unknown table is named without its columns and indexes", () => {
  const chat = aSchema("table chat", "column chat.id", "index chat.chat_age", "trigger chat.guard");

  expect(listDifferences(chat, aSchema())).toBe("table chat is missing");
  expect(listDifferences(aSchema(), chat)).toBe("table chat is unknown");
});

test("[DA15] ten differences are named and the others are counted", () => {
  const tables = Array.from({ length: 12 }, (_, index) => `table t${index}`);

  const words = listDifferences(aSchema(...tables), aSchema());

  expect(words?.split(", ")).toHaveLength(10);
  expect(words).toMatch(/table t9 is missing and 2 more$/);
});
