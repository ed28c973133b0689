import { describe, expect, test } from "vitest";

import { TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";
import { defaultDiallingRules } from "./dialling-rules.ts";

const carrier = {
  ...plainTrunk("carrier", [{ host: "192.0.2.1", port: null }]),
  domain: "c.net",
};
const plan = { ...openPlan, trunks: [carrier] };
const world = { ...defaultDiallingRules, allowed: ["*"] };

function refusalOf(to: string, { rules = defaultDiallingRules, by = carrier.sid } = {}) {
  const { core } = new TestBench({ plan, rules });
  return core.checkReferral(to, by === "" ? null : by)?.twilioCode ?? null;
}

describe("[XI35] the target of a REFER", () => {
  test.each([
    ["sip:+882161234567@c.net", 21215],
    ["sip:+611902123456@192.0.2.1", 21216],
    ["sip:000@c.net", 21216],
    ["sip:000@elsewhere.example", 21216],
    ["sip:000", 21216],
    ["sip:+64211234567@c.net", 21215],
    ["sip:1234@c.net", 21211],
    ["sip:+61491570157@c.net", null],
    ["sip:carla@c.net", null],
  ])("is checked like a Dial's Sip: %s gives %s", (to, code) => {
    expect(refusalOf(to)).toBe(code);
  });

  test.each([
    ["sip:001164211234567@elsewhere.example", 21215],
    ["sip:64211234567@elsewhere.example", 21211],
    ["sip:0882161234567@elsewhere.example", 21216],
    ["sip:61491570157@elsewhere.example", null],
    ["sip:1234@elsewhere.example", 21211],
    ["sip:12456@elsewhere.example", 21211],
    ["sip:0011*1@elsewhere.example", 21211],
    ["sip:000@elsewhere.example", 21216],
    ["sip:room2@elsewhere.example", null],
    ["sip:carla@elsewhere.example", null],
  ])("is read as a number of the call's trunk, however short: %s gives %s", (to, code) => {
    expect(refusalOf(to)).toBe(code);
  });

  test("is checked only by its host when the call has no trunk, such as a telephone's", () => {
    const to = "sip:001164211234567@elsewhere.example";

    expect(refusalOf(to, { by: "" })).toBe(21215);
    expect(refusalOf("sip:64211234567@elsewhere.example", { by: "" })).toBeNull();
    expect(refusalOf("sip:882161234567@elsewhere.example", { by: "" })).toBe(21216);
    expect(refusalOf("sip:1234@elsewhere.example", { by: "" })).toBeNull();
  });

  test("may be any number that the rules allow", () => {
    expect(refusalOf("sip:+64211234567@c.net", { rules: world })).toBeNull();
    expect(refusalOf("sip:+882161234567@c.net", { rules: world })).toBe(21216);
  });
});
