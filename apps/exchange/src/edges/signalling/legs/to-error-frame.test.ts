import { describe, expect, test } from "vitest";

import type { LegEnd } from "../../../calls/legs/leg.ts";
import { toErrorFrame } from "./to-error-frame.ts";

describe("[XS70] the error of an ended call", () => {
  test.each<[LegEnd["cause"], number | null]>([
    ["hangup", null],
    ["cancelled", null],
    ["busy", 31486],
    ["no-answer", 31480],
    ["declined", 31603],
    ["not-found", 31404],
    ["unreachable", 31480],
    ["failed", 31005],
    ["media-lost", 53405],
    ["signalling-lost", 53001],
  ])("for %s is %s", (cause, code) => {
    expect(toErrorFrame({ cause })?.code ?? null).toBe(code);
  });

  test("is the code of the end, with its own message if the end has one", () => {
    expect(toErrorFrame({ cause: "failed", voiceCode: 31001 })).toMatchObject({
      code: 31001,
      message: "Application Not Found",
    });
    expect(toErrorFrame({ cause: "failed", voiceCode: 31999, message: "so" })).toEqual({
      code: 31999,
      message: "so",
    });
  });
});
