import { expect, test } from "vitest";

import { findDependencyBags } from "./dependency-bags.ts";

function messagesOf(...texts: string[]): string[] {
  const files = texts.map((text, at) => ({ path: `apps/x/src/${at}.ts`, text }));
  return findDependencyBags(files).map(({ message }) => message.split(":")[0] ?? "");
}

function fields(count: number): string {
  return Array.from({ length: count }, (_, at) => `f${at}: string;`).join(" ");
}

test.each([
  [`interface CallDeps { ${fields(9)} }`, "CallDeps has 9 fields"],
  [`type CallParts = { ${fields(12)} };`, "CallParts has 12 fields"],
  [`class Core { ${fields(10)} }`, "Core has 10 fields"],
  [
    `interface Base { ${fields(5)} } interface XServices extends Base { ${fields(4).replaceAll("f", "g")} }`,
    "XServices has 9 fields",
  ],
  [
    `class Leg { constructor(parts: { ${fields(9)} }) {} }`,
    "The constructor's object has 9 fields",
  ],
])("a bag of more than 8 fields is refused: %s", (text, message) => {
  expect(messagesOf(text)).toEqual([message]);
});

test("fields of an interface in another file count", () => {
  expect(
    messagesOf(`type ADeps = Base & { x: 1 };`, `export interface Base { ${fields(8)} }`),
  ).toEqual(["ADeps has 9 fields"]);
});

/** Nine fields, the first of this type. */
function nineWith(type: string): string {
  return `${fields(8)} given: ${type};`;
}

test.each([
  "() => void",
  "(() => void) | null",
  "Clock",
  "readonly Clock[]",
  "Pick<Clock, 'now'>",
  "Logger | undefined",
  "Socket",
  "Nested",
])("options of more than 8 fields that hold %s are a bag under another name", (type) => {
  const shapes = `interface Clock { now(): number } class Logger {} interface Nested { clock: Clock }`;
  const names = ["XOptions", "XContext", "XScope", "XApp", "XControl"];

  for (const name of names) {
    expect(messagesOf(`${shapes} interface ${name} { ${nineWith(type)} }`)).toEqual([
      `${name} has 9 fields`,
    ]);
  }
  expect(messagesOf(`${shapes} class XContext { ${nineWith(type)} }`)).toHaveLength(1);
  expect(messagesOf(`interface XOptions { ${fields(8)} find(): string }`)).toHaveLength(1);
});

test.each([
  "string",
  "number | null",
  "readonly string[]",
  "'a' | 'b'",
  "Record<string, number>",
  "Nested",
  "Date",
  "z.infer<typeof schema> | null",
])("options of more than 8 values are configuration: %s", (type) => {
  const shapes = `interface Nested { port: number; more: Nested | null }`;

  expect(messagesOf(`${shapes} interface XOptions { ${nineWith(type)} }`)).toEqual([]);
});

test("8 fields, and shapes that are no bag, pass", () => {
  expect(messagesOf(`interface CallDeps { ${fields(8)} }`)).toEqual([]);
  expect(messagesOf(`interface Call { ${fields(20)} }`)).toEqual([]);
  expect(messagesOf(`class Leg { ${fields(20)} constructor(a: { b: string }) {} }`)).toEqual([]);
});
