import { expect, test } from "vitest";
import * as z from "zod/mini";

import { toFieldRefusal } from "./to-field-refusal.ts";

function refusalOf(schema: z.ZodMiniType, value: unknown) {
  const [issue] = z.safeParse(schema, value).error?.issues ?? [];
  return issue === undefined ? null : toFieldRefusal(issue);
}

const text = z.string().check(z.minLength(2), z.maxLength(3));
const number = z.number().check(z.minimum(1), z.maximum(5));
const list = z.array(z.string()).check(z.minLength(1), z.maxLength(2));

test.each([
  [text, 7, { reason: "field_type", params: { expected: "string" } }],
  [text, "a", { reason: "field_too_short", params: { least: 2 } }],
  [text, "abcd", { reason: "field_too_long", params: { most: 3 } }],
  [number, 0, { reason: "field_at_least", params: { least: 1 } }],
  [number, 6, { reason: "field_at_most", params: { most: 5 } }],
  [list, [], { reason: "field_too_few", params: { least: 1 } }],
  [list, ["a", "b", "c"], { reason: "field_too_many", params: { most: 2 } }],
  [z.uuid(), "x", { reason: "field_format", params: { format: "uuid" } }],
  [z.enum(["a", "b"]), "c", { reason: "field_not_allowed", params: { allowed: "a, b" } }],
  [z.strictObject({}), { a: 1 }, { reason: "field_unknown", params: { fields: "a" } }],
  [z.union([z.string(), z.number()]), null, "field_invalid"],
  [z.string().check(z.refine(() => false, "is_no_time_zone")), "x", "is_no_time_zone"],
  [z.string().check(z.refine(() => false, "conference_full")), "x", "field_invalid"],
])(
  "[AP5] a field that breaks the contract has the reason with its limit %#",
  (schema, value, refusal) => {
    expect(refusalOf(schema, value)).toEqual(refusal);
  },
);
