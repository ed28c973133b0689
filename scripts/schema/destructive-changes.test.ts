import { expect, test } from "vitest";

import { findDestructiveChanges } from "./destructive-changes.ts";
import { formatSchema, parseSchema } from "./schema-file.ts";

const last = `
column call.id: uuid not null
column call.kind: character varying(10) not null default 'call'::text
column call.note: text
column call.ordinal: integer
constraint call.call_check: CHECK (ordinal > 0)
constraint call.call_pkey: PRIMARY KEY (id)
function fold(given text): text sql immutable select given
index call.call_age: CREATE INDEX call_age ON call USING btree (ordinal)
index call.call_note: CREATE UNIQUE INDEX call_note ON call USING btree (note)
table call: plain
table prize: plain
column prize.id: uuid not null
`;

/** Returns the destructive changes after these replacements, in words. */
function judge(...replacements: [from: string, to: string][]): string[] {
  const later = replacements.reduce((text, [from, to]) => text.replace(from, to), last);
  return findDestructiveChanges(parseSchema(last), parseSchema(later)).map(
    ({ object, fault }) => `${object} ${fault}`,
  );
}

test("the removal of a column, table, function or guarantee of uniqueness is destructive", () => {
  expect(judge(["column call.note: text\n", ""])).toEqual([
    "column call.note is gone or has another name",
  ]);
  expect(judge(["column call.note", "column call.remark"])).toEqual([
    "column call.note is gone or has another name",
  ]);
  expect(judge(["table prize: plain\ncolumn prize.id: uuid not null\n", ""])).toEqual([
    "table prize is gone or has another name",
  ]);
  expect(judge(["function fold(given text)", "function fold(given text, deep boolean)"])).toEqual([
    "function fold(given text) is gone or has another name",
  ]);
  expect(judge([/^constraint call.call_pkey.*\n/m.exec(last)?.[0] ?? "", ""])).toHaveLength(1);
  expect(judge(["CREATE UNIQUE INDEX call_note", "CREATE INDEX call_note"])).toHaveLength(1);
});

test("a new required column that the last release does not fill is destructive", () => {
  const [added, filled] = [
    "column call.at: date not null\n",
    "column call.at: date not null default now()\n",
  ];

  expect(judge(["table call", `${added}table call`])).toEqual([
    "column call.at is not null and has no default",
  ]);
  expect(judge(["table call", `${filled}table call`])).toEqual([]);
  expect(judge(["call.note: text", "call.note: text not null"])).toEqual([
    "column call.note is not null, and was nullable",
  ]);
  expect(judge([" default 'call'::text", ""])).toEqual(["column call.kind has lost its default"]);
});

test.each([
  ["text", "character varying(100)", false],
  ["character varying(10) not null", "text not null", true],
  ["character varying(10) not null", "character varying(20) not null", true],
  ["character varying(10) not null", "character varying(9) not null", false],
  ["integer", "bigint", true],
  ["integer", "smallint", false],
  ["uuid not null", "text not null", false],
])("the change of the type %s to %s is accepted: %s", (from, to, isAccepted) => {
  expect(judge([`: ${from}`, `: ${to}`]).length === 0).toBe(isAccepted);
});

test("a constraint that may refuse what the last release writes is destructive", () => {
  expect(judge(["ordinal > 0", "ordinal > 5"])).toEqual([
    "constraint call.call_check has another definition, and may accept less",
  ]);
  const unique =
    "index call.call_one: CREATE UNIQUE INDEX call_one ON call USING btree (ordinal)\n";
  expect(judge(["table call", `${unique}table call`])).toEqual([
    "index call.call_one can refuse what the last release writes",
  ]);
});

test("a new table, a new column with a constraint, and a removed constraint are not destructive", () => {
  const added = [
    "table win: plain",
    "column win.id: uuid not null",
    "constraint win.win_pkey: PRIMARY KEY (id)",
    "column call.seat: text",
    "constraint call.call_seat_check: CHECK (seat <> ''::text)",
    "index call.call_seat: CREATE UNIQUE INDEX call_seat ON call USING btree (ordinal, seat)",
  ].join("\n");

  expect(judge(["table call", `${added}\ntable call`])).toEqual([]);
  expect(judge(["constraint call.call_check: CHECK (ordinal > 0)\n", ""])).toEqual([]);
  expect(
    judge(["uuid not null", "uuid"], [/^index call.call_age.*\n/m.exec(last)?.[0] ?? "", ""]),
  ).toEqual([]);
});

test("a schema is read from its file as it was written", () => {
  const schema = parseSchema(last);

  expect(parseSchema(formatSchema(schema))).toEqual(schema);
});
