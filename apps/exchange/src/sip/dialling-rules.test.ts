import { describe, expect, it } from "vitest";
import { CallCounter, noCaps } from "./dialling-caps.ts";
import { defaultDiallingRules, judgeNumber } from "./dialling-rules.ts";
import { headerIn, settled, TestBench, TestClock, TestSink } from "./test-bench.ts";
import { openPlan, plainTrunk } from "./trunk.ts";

const emergency = { ...defaultDiallingRules, emergency: "dial" as const };
const world = { ...defaultDiallingRules, allowed: ["*"] };

describe("[XI35] dialling rules", () => {
  it.each([
    ["+61491570006", "allowed"],
    ["+611300975707", "allowed"],
    ["+61190012345", "refused"],
    ["+611902123456", "refused"],
    ["+64211234567", "refused"],
    ["+881612345678", "refused"],
    ["1234", "refused"],
    ["*43#", "refused"],
    ["+0491570006", "refused"],
  ])("take Australia alone for granted: %s is %s", (number, type) => {
    expect(judgeNumber(number, defaultDiallingRules).type).toBe(type);
  });

  it.each([
    ["+64211234567", "allowed"],
    ["1234", "allowed"],
    ["+61190012345", "refused"],
    ["+870773111632", "refused"],
    ["+8816123456", "refused"],
    ["+882161234567", "refused"],
    ["+979123456789", "refused"],
    ["+19005551234", "refused"],
  ])("refuse premium and satellite though the world is allowed: %s is %s", (number, type) => {
    expect(judgeNumber(number, world).type).toBe(type);
  });

  it("let a longer allowed prefix win over what is refused", () => {
    const rules = { ...defaultDiallingRules, allowed: ["+61", "+6119021"] };

    expect(judgeNumber("+611902123456", rules).type).toBe("allowed");
    expect(judgeNumber("+611903123456", rules).type).toBe("refused");
  });

  it.each(["000", "112", "911", "+000", "+61000", "+112", "+61112", "+911"])(
    "[XI36] know the emergency number %s, refuse it with a word, or let it go at once",
    (number) => {
      expect(judgeNumber(number, world)).toMatchObject({
        type: "refused",
        reason: expect.stringContaining("emergency"),
      });
      expect(judgeNumber(number, emergency).type).toBe("emergency");
    },
  );
});

describe("[XI37] caps on what is dialled", () => {
  it("bound the calls of a minute", async () => {
    const clock = new TestClock();
    const counter = new CallCounter(clock, { ...noCaps, callsPerMinute: 2 });

    const first = [counter.begin(), counter.begin(), counter.begin()];
    await clock.turn(60_000);

    expect(first.map((one) => typeof one)).toEqual(["object", "object", "string"]);
    expect(counter.begin()).toBeTypeOf("object");
  });

  it("bound the calls at once", () => {
    const counter = new CallCounter(new TestClock(), { ...noCaps, concurrentCalls: 1 });
    const call = counter.begin();

    expect(counter.begin()).toContain("at once");
    if (typeof call !== "string") call.ended();
    if (typeof call !== "string") call.ended();

    expect(counter.begin()).toBeTypeOf("object");
    expect(counter.begin()).toBeTypeOf("string");
  });

  it("bound the minutes of a day, those of living calls too, until midnight", async () => {
    const clock = new TestClock();
    const counter = new CallCounter(clock, { ...noCaps, minutesPerDay: 10 });
    const [one, two] = [counter.begin(), counter.begin()];
    if (typeof one === "string" || typeof two === "string") throw new Error("refused");

    one.answered();
    await clock.turn(4 * 60_000);
    one.ended();
    two.answered();
    expect(counter.begin()).toBeTypeOf("object");
    await clock.turn(6 * 60_000);

    expect(counter.begin()).toContain("minutes");
    await clock.turn(86_400_000 - (clock.now() % 86_400_000));
    expect(counter.begin()).toBeTypeOf("object");
  });
});

describe("every call out", () => {
  const plan = {
    ...openPlan,
    trunks: [{ ...plainTrunk("carrier", [{ host: "192.0.2.1", port: null }]), domain: "c.net" }],
  };

  async function dial(bench: TestBench, to: string): Promise<TestSink> {
    const sink = new TestSink();
    const request = { from: "+61255500101", to, callerName: null, params: [] };
    bench.core.dial({ callSid: "CA1", ...request }, sink);
    await settled();
    return sink;
  }

  it.each([
    ["+61190012345"],
    ["tel:+881612345678"],
    ["sip:+61190012345@192.0.2.1"],
    ["sip:0011881612345678@c.net"],
    ["sip:000@c.net"],
  ])("[XI35] is judged, however it is written: %s", async (to) => {
    const bench = new TestBench({ plan, rules: defaultDiallingRules });

    const sink = await dial(bench, to);

    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 403 });
    expect(bench.firstLines()).toEqual([]);
  });

  it("[XI36] of emergency goes out as it was dialled and past the caps", async () => {
    const caps = { ...noCaps, concurrentCalls: 0 };
    const bench = new TestBench({ plan, rules: emergency, caps });

    await dial(bench, "000");
    const invite = bench.sent()[0]?.text ?? "";
    const other = await dial(bench, "+61491570006");

    expect(invite).toMatch(/^INVITE sip:000@c\.net SIP/);
    expect(headerIn(invite, "Priority")).toBe("emergency");
    expect(other.end?.message).toContain("at once");
  });
});
