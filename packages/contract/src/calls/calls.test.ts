import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { callAction, handleCall } from "../desk/call-queue.ts";
import { deviceLine } from "./calls.ts";

const call = "0192f0a0-0000-7000-8000-00000000a11c";
function accepts(action: string): boolean {
  return handleCall.body.safeParse({ call, action }).success;
}

/** Returns the names in the rule's text `has the actions a, b and c, and refuses`. */
function readRule(): string[] {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/spec/desk.md"), "utf8");
  const [, list = ""] = /^- \[DS1\] .* has the actions (.+), and refuses/m.exec(page) ?? [];
  return list.split(/, | and /);
}

test("[DS1] handle_call has exactly the actions of the rule and of the contract", () => {
  expect(readRule()).toHaveLength(12);
  expect(readRule().filter(accepts)).toEqual(readRule());
  expect(callAction.options.filter(accepts)).toEqual(callAction.options);
  expect(
    ["answer", "ACCEPT", "hangup", "", "accept ", "offer", "decline"].map(accepts),
  ).not.toContain(true);
});

test("[LN1] the only device lines are line1 and line2", () => {
  expect(deviceLine.options).toEqual(["line1", "line2"]);
});
