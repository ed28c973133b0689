import { describe, expect, test } from "vitest";

import { readHeader, TestBench, type TestSink } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";
import { noCaps } from "./dialling-caps.ts";
import { defaultDiallingRules, checkNumber } from "./dialling-rules.ts";

const emergency = { ...defaultDiallingRules, emergency: "dial" as const };
const world = { ...defaultDiallingRules, allowed: ["*"] };

describe("[XI35] dialling rules", () => {
  test.each([
    ["+61491570006", "allowed"],
    ["+611300975707", "allowed"],
    ["+61190012345", "refused"],
    ["+611902123456", "refused"],
    ["+64211234567", "refused"],
    ["+881612345678", "refused"],
    ["1234", "refused"],
    ["*43#", "refused"],
    ["+0491570006", "refused"],
  ])("allow only Australia by default: %s is %s", (number, type) => {
    expect(checkNumber(number, defaultDiallingRules).type).toBe(type);
  });

  test.each([
    ["+64211234567", "allowed"],
    ["1234", "allowed"],
    ["+61190012345", "refused"],
    ["+870773111632", "refused"],
    ["+8816123456", "refused"],
    ["+882161234567", "refused"],
    ["+979123456789", "refused"],
    ["+19005551234", "refused"],
  ])(
    "refuse premium and satellite numbers even if the world is allowed: %s is %s",
    (number, type) => {
      expect(checkNumber(number, world).type).toBe(type);
    },
  );

  test("let a longer allowed prefix override a refused one", () => {
    const rules = { ...defaultDiallingRules, allowed: ["+61", "+6119021"] };

    expect(checkNumber("+611902123456", rules).type).toBe("allowed");
    expect(checkNumber("+611903123456", rules).type).toBe("refused");
  });

  test.each(["000", "112", "911", "+000", "+61000", "+112", "+61112", "+911"])(
    "[XI36] recognise the emergency number %s, and refuse it with a reason or dial it at once",
    (number) => {
      expect(checkNumber(number, world)).toMatchObject({
        type: "refused",
        reason: expect.stringContaining("emergency"),
      });
      expect(checkNumber(number, emergency).type).toBe("emergency");
    },
  );
});

describe("every outgoing call", () => {
  const plan = {
    ...openPlan,
    trunks: [{ ...plainTrunk("carrier", [{ host: "192.0.2.1", port: null }]), domain: "c.net" }],
  };

  async function dial(bench: TestBench, to: string): Promise<TestSink> {
    return (await bench.dial({ to })).sink;
  }

  test.each([
    ["+61190012345"],
    ["tel:+881612345678"],
    ["sip:+61190012345@192.0.2.1"],
    ["sip:0011881612345678@c.net"],
    ["sip:000@c.net"],
  ])("[XI35] is checked in each notation: %s", async (to) => {
    const bench = new TestBench({ plan, rules: defaultDiallingRules });

    const sink = await dial(bench, to);

    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 403 });
    expect(bench.firstLines()).toEqual([]);
  });

  test.each([
    "881612345678",
    "tel:881612345678",
    "sip:881612345678@192.0.2.1:5080",
    "sip:19005551234@c.net",
    "sip:+881612345678@c.net",
    "sip:++881612345678@c.net",
    "sip:+0011881612345678@c.net",
    "sip:00881612345678@c.net",
    "sip:011881612345678@c.net",
    "sip:0881612345678@c.net",
    "sip:88161-2345%20678@c.net",
    "sip:88161_2345~678@c.net",
    "sip:%38%38%31612345678@c.net",
    "sip:%EF%BC%98%EF%BC%98%EF%BC%91612345678@c.net",
    "sip:881612345678;phone-context=c.net@c.net",
    "sip:1612345678;phone-context=+88@c.net",
    "sip:881612345678x@c.net",
    "sip:*31%2300881612345678@c.net",
    "sip:18310011881612345678@c.net",
    "sip:88161234567890123@c.net",
    "sip:1902123456@c.net",
    "sip:0-0-0@c.net",
    "sip:+61%20000@c.net",
  ])("[XI35] to a premium, satellite or emergency number is refused at a trunk: %s", async (to) => {
    const bench = new TestBench({ plan, rules: world });

    const sink = await dial(bench, to);

    expect(bench.core.checkDial(to)).toMatchObject({ twilioCode: 21216 });
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 403 });
    expect(bench.firstLines()).toEqual([]);
  });

  test.each([
    "19175551234",
    "0882345678",
    "sip:0882345678@192.0.2.1",
    "sip:61491570006@192.0.2.1",
    "sip:001119175551234@192.0.2.1",
    "sip:1300975707@192.0.2.1",
    "sip:studio@192.0.2.1",
    "sip:2fm@192.0.2.1",
  ])("[XI35] to a number that no carrier reads as forbidden is dialled: %s", async (to) => {
    const bench = new TestBench({ plan, rules: world });

    await dial(bench, to);

    expect(bench.firstLines()).toEqual([expect.stringMatching(/^INVITE sip:/)]);
  });

  test("[XI35] is allowed by a longer prefix in each reading of its number", async () => {
    const rules = { ...world, allowed: ["*", "+88161"] };
    const bench = new TestBench({ plan, rules });

    await dial(bench, "sip:881612345678@192.0.2.1");
    const other = await dial(bench, "sip:881712345678@192.0.2.1");

    expect(bench.firstLines()).toHaveLength(1);
    expect(other.end).toMatchObject({ sipCode: 403 });
  });

  test.each([
    ["sip:881612345678@192.0.2.9", "refused"],
    ["sip:0011881612345678@192.0.2.9", "refused"],
    ["sip:1902123456@192.0.2.9", "refused"],
    ["sip:8817@192.0.2.9", "dialled"],
    ["sip:88171234@192.0.2.9", "dialled"],
    ["sip:1902@192.0.2.9", "dialled"],
    ["sip:studio881612345678@192.0.2.9", "dialled"],
    ["sip:alice@192.0.2.9", "dialled"],
  ])("[XI35] to %s at a host without a trunk is %s", async (to, outcome) => {
    for (const rules of [defaultDiallingRules, world]) {
      const bench = new TestBench({ plan, rules });

      const sink = await dial(bench, to);

      expect(sink.end?.sipCode).toBe(outcome === "refused" ? 403 : undefined);
      expect(bench.firstLines()).toHaveLength(outcome === "refused" ? 0 : 1);
    }
  });

  test("[XI36] to an emergency number uses a marked trunk, even if the rules refuse it elsewhere", async () => {
    const marked = plan.trunks.map((trunk) => ({ ...trunk, emergency: true }));
    const bench = new TestBench({ plan: { ...plan, trunks: marked }, rules: defaultDiallingRules });

    const refused = await dial(bench, "sip:000@elsewhere.example");
    await dial(bench, "000");
    await dial(bench, "sip:112@192.0.2.1");

    const lines = bench.firstLines();
    expect(lines).toEqual([
      expect.stringMatching(/^INVITE sip:000@/),
      expect.stringMatching(/^INVITE sip:112@/),
    ]);
    expect(refused.end).toMatchObject({ cause: "failed", sipCode: 403 });
    expect(refused.end?.message).toContain("emergency");
  });

  test("[XI36] to an emergency number is sent as dialled and without caps", async () => {
    const caps = { ...noCaps, concurrentCalls: 0 };
    const bench = new TestBench({ plan, rules: emergency, caps });

    await dial(bench, "000");
    const invite = bench.sent()[0]?.text ?? "";
    const other = await dial(bench, "+61491570006");

    expect(invite).toMatch(/^INVITE sip:000@c\.net SIP/);
    expect(readHeader(invite, "Priority")).toBe("emergency");
    expect(other.end?.message).toContain("concurrent");
  });
});
