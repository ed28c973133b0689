import { describe, expect, test } from "vitest";

import { phoneAnswer, answered } from "../../../testing/sip/scripted-phone.ts";
import type { TestBench } from "../../../testing/sip/test-bench.ts";

async function aSilentCaller() {
  const { bench } = await answered();
  const { leg, sink } = bench.intake.call();
  leg.setSilent?.(true);
  return { bench, leg, sink };
}

function probesOf(bench: TestBench): string[] {
  return bench
    .sent()
    .map(({ text }) => text)
    .filter((text) => text.startsWith("OPTIONS "));
}

async function answer(bench: TestBench, status: string): Promise<void> {
  await bench.receive(phoneAnswer(probesOf(bench)[0] ?? "", status));
}

const vanished = { cause: "media-lost", message: "the far end sends no media and does not answer" };

describe("[XI132] a far end that sends no packets", () => {
  test("gets OPTIONS, and if it does not answer within 25 s its call ends with BYE", async () => {
    const { bench, sink } = await aSilentCaller();

    await bench.clock.advance(24_999);
    const before = sink.end;
    await bench.clock.advance(1);

    expect(before).toBeNull();
    expect(sink.end).toEqual(vanished);
    expect(bench.firstLines().some((line) => line.startsWith("BYE "))).toBe(true);
  });

  test.each(["408 Request Timeout", "481 Call/Transaction Does Not Exist"])(
    "loses its call when it answers %s",
    async (status) => {
      const { bench, sink } = await aSilentCaller();

      await answer(bench, status);

      expect(sink.end).toEqual(vanished);
    },
  );

  test.each(["200 OK", "405 Method Not Allowed", "501 Not Implemented", "486 Busy Here"])(
    "keeps its call when it answers %s, and gets OPTIONS every 25 s",
    async (status) => {
      const { bench, sink } = await aSilentCaller();

      for (let times = 0; times < 20; times += 1) {
        await answer(bench, status);
        await bench.clock.advance(24_999);
        expect(probesOf(bench)).toEqual([]);
        await bench.clock.advance(1);
      }

      expect(sink.end).toBeNull();
    },
  );

  test("gets no more OPTIONS when packets arrive, until the next silence", async () => {
    const { bench, leg, sink } = await aSilentCaller();
    const [first] = probesOf(bench);
    leg.setSilent?.(false);
    await bench.clock.advance(60_000);
    leg.setSilent?.(true);
    await bench.receive(phoneAnswer(first ?? "", "481 Call/Transaction Does Not Exist"));
    await bench.clock.advance(24_000);

    expect(sink.end).toBeNull();
    await bench.clock.advance(1_000);
    expect(sink.end).toEqual(vanished);
  });
});
