import { expect, test } from "vitest";

import type { Checkout } from "./house/measure.ts";
import { formatTable, measureHouse } from "./measure-house.ts";

function aCheckout(files: Record<string, string>, orders: Checkout["orders"] = {}): Checkout {
  const product = Object.entries(files).map(([path, text]) => ({ path, text }));
  return { product, tools: [], orders, planned: new Set() };
}

function valueOf(checkout: Checkout, name: string): string | undefined {
  return measureHouse([checkout]).find(([row]) => row?.includes(name))?.[1];
}

const CODE = "apps/exchange/src";

test.each([
  ["circle, types included", "exchange 2 of 3"],
  ["ordered list names", "exchange 1 of 3"],
  ["test support inside", "1 files, 1 lines"],
  ["not named after", "1 of 5"],
  ["bags of dependencies", "1: CallDeps 9"],
  ["Twilio code", "1 files, 2 numbers"],
  ["closed lists", "1 lists in 2 places"],
  ["table of TwiML verbs", "1"],
  ["nothing produces", "1: Event.gone"],
  ["arrow constants", "exchange 1"],
  ["`type = {}`", "exchange 1"],
  ["without braces", "exchange 1"],
  ["`it`, with `test`", "2, 1"],
])("a checkout with planted faults is measured: %s", (name, value) => {
  const fields = Array.from({ length: 9 }, (_, at) => `f${at}: 1;`).join(" ");
  const checkout = aCheckout(
    {
      [`${CODE}/calls/call.ts`]: `import type { S } from "../sip/sip.ts";
        export interface CallDeps { ${fields} }
        type Event = { type: "gone" } | { type: "here" }; emit({ type: "here" });
        export function call() { fail(13224); fail(21220); if (a) return; }`,
      [`${CODE}/sip/sip.ts`]: `import "../calls/call.ts"; export const sip = () => 1;
        type Shape = { a: 1 }; const list = ["a", "b", "c", "d"];`,
      [`${CODE}/media/helpers.ts`]: `export type L = "d" | "c" | "b" | "a"; export const a = 1;
        const verbs = { Say: 1, Play: 1, Gather: 1, Record: 1, Dial: 1, Hangup: 1 };`,
      [`${CODE}/media/fake.ts`]: "export const fake = 1;\n",
      [`${CODE}/media/fake.test.ts`]: `import "./fake.ts"; import "./helpers.ts";
        it("a", f); it.each(rows)("b", f); test("c", f);`,
      [`${CODE}/main.ts`]: `import "./media/helpers.ts"; import "./calls/call.ts";`,
    },
    { [CODE]: ["media"] },
  );

  expect(valueOf(checkout, name)).toBe(value);
});

test("a checkout without any of the folders is measured too", () => {
  expect(measureHouse([aCheckout({})]).map(([, value]) => value)).not.toContain(undefined);
});

test("two checkouts stand side by side", () => {
  expect(formatTable(["measure", "before", "now"], [["circles", "24", "0"]])).toBe(
    "| measure | before | now |\n| --- | --- | --- |\n| circles | 24 | 0 |",
  );
});
