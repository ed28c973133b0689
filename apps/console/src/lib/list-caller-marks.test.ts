import { expect, test } from "vitest";

import { aCall } from "../testing/a-call.ts";
import { listCautions } from "./list-caller-marks.ts";

test("[CF29] a caller of the conference's list is marked as banned, with the reason, and has the flags", () => {
  const t = ((word: string, { reason }: { reason: string }) =>
    `${word}: ${reason}`) as unknown as Parameters<typeof listCautions>[1];
  const flag = {
    id: "0190a000-0000-7000-8000-0000000000f1",
    name: "Prize hunter",
    colour: "blue",
    reason: "",
  };
  const call = aCall(1);
  const warning = { kind: "banned" as const, reason: "Swears at everybody" };
  const marks = listCautions({ ...call, caller: { ...call.caller, warning, flags: [flag] } }, t);

  expect(marks.map(({ tone, words }) => [tone, words])).toEqual([
    ["warn", "banned: Swears at everybody"],
    ["plain", "Prize hunter"],
  ]);
});
