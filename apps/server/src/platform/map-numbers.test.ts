import { expect, test } from "vitest";
import * as z from "zod/mini";

import * as contract from "@linedesk/contract";
import { callerNumber, callerNumberDisplay, type Endpoint, numberTexts } from "@linedesk/contract";
import { hasNumbers, mapNumbers, maskInWords } from "./map-numbers.ts";

const change = {
  number: (text: string) => `<${text}>`,
  display: () => "display",
  text: () => "text",
};
const one = z.object({ type: z.literal("one"), at: z.nullable(callerNumber), of: z.string() });
const two = z.object({ type: z.literal("two"), shown: z.optional(z.array(callerNumberDisplay)) });

test("[AD79] every text that the contract marks is masked at any depth, and nothing else", () => {
  const schema = z.object({
    items: z.array(z.discriminatedUnion("type", [one, two])),
    by: z.record(z.string(), one),
    other: z.string(),
  });

  const value = {
    items: [
      { type: "one", at: "1", of: "2" },
      { type: "one", at: null, of: "2" },
      { type: "two", shown: ["3"] },
      { type: "two" },
      { type: "three", at: "4" },
    ],
    by: { a: { type: "one", at: "5", of: "" } },
    other: "6",
  };
  expect(mapNumbers(schema, value, change)).toEqual({
    items: [
      { type: "one", at: "<1>", of: "2" },
      { type: "one", at: null, of: "2" },
      { type: "two", shown: ["display"] },
      { type: "two" },
      { type: "three", at: "4" },
    ],
    by: { a: { type: "one", at: "<5>", of: "" } },
    other: "6",
  });
  expect(mapNumbers(schema, { items: 7, by: null }, change)).toEqual({ items: 7, by: null });
  expect(hasNumbers(z.object({ other: z.string() }))).toBe(false);
});

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "path" in value && "access" in value,
);

const own =
  /phoneLine|from\.|callerId|^listPhoneLines|PhoneLine|^line|^listLineDetails|forwardTo|telephony|setup|surveyAccount|phoneToken|^(?:list|add|change)Trunk/i;
function listUnmarked(schema: z.ZodMiniType, path: string): string[] {
  if (numberTexts.has(schema)) {
    return [];
  }
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  const inner = (def["innerType"] ?? def["element"] ?? def["valueType"]) as z.ZodMiniType;
  switch (def["type"]) {
    case "object":
      return Object.entries(def["shape"] as Record<string, z.ZodMiniType>).flatMap(([key, field]) =>
        listUnmarked(field, `${path}.${key}`),
      );
    case "union":
      return (def["options"] as z.ZodMiniType[]).flatMap((option) => listUnmarked(option, path));
    case "nullable":
    case "optional":
    case "array":
    case "record":
      return listUnmarked(inner, path);
    case "string":
      return /numbers?(Display)?$/i.test(path) || /csv$/i.test(path) ? [path] : [];
    default:
      return [];
  }
}

test("[AD79] each number and file is marked, except the station's own numbers, imported numbers and numbers that a person has asked to see", () => {
  const answers = endpoints.flatMap(({ id, answer }) =>
    listUnmarked(answer as z.ZodMiniType, id).filter((path) => !own.test(path)),
  );

  expect(answers).toEqual(["importContacts.known.number", "showNumber.numberDisplay"]);
  expect(listUnmarked(contract.stationEvent, "event").filter((path) => !own.test(path))).toEqual(
    [],
  );
});

test("[AD101] endpoints that do not name a station have no numbers", () => {
  const open = endpoints.filter(({ access }) => !["permission", "thing"].includes(access.type));

  for (const { id, answer, params, query, body } of open) {
    const parts = [answer, params, query, body].filter((part) => part !== undefined);
    expect([id, parts.some((part) => hasNumbers(part))]).toEqual([id, false]);
  }
});

test.each([
  [
    "0491 570 006 is already in the phone book as Kim.",
    "•••• ••• 006 is already in the phone book as Kim.",
  ],
  ["+61491570006", "+••••••••006"],
  ["+44 20 7946 0018,1", "+•• •• •••• •018,1"],
  ["02 7010 0178 and 0491570158", "•• •••• •178 and •••••••158"],
  ["2026-11-23T20:41:09.123Z", "2026-11-23T20:41:09.123Z"],
  ["2026-11-23 20:41", "2026-11-23 20:41"],
  ["01a20a46-d540-767b-a849-ac874689d3c6", "01a20a46-d540-767b-a849-ac874689d3c6"],
  ["a prize of 10000 for 3 callers", "a prize of 10000 for 3 callers"],
])("[AD79] %j is masked as %j", (text, masked) => {
  expect(maskInWords(text)).toBe(masked);
});
