import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { silentLogger, TestClock } from "../../../testing/sip/test-bench.ts";
import { CallCounter, noCaps } from "./dialling-caps.ts";
import { MinutesFile } from "./minutes-file.ts";

function begin(counter: CallCounter) {
  const call = counter.begin();
  if (typeof call === "string") {
    throw new Error(call);
  }
  return call;
}

describe("[XI37] caps on outgoing calls", () => {
  test("limit the calls of a minute", async () => {
    const clock = new TestClock();
    const counter = new CallCounter(clock, { ...noCaps, callsPerMinute: 2 });

    const first = [counter.begin(), counter.begin(), counter.begin()];
    await clock.advance(60_000);

    expect(first.map((one) => typeof one)).toEqual(["object", "object", "string"]);
    expect(counter.begin()).toBeTypeOf("object");
  });

  test("limit the concurrent calls", () => {
    const counter = new CallCounter(new TestClock(), { ...noCaps, concurrentCalls: 1 });
    const call = begin(counter);

    expect(counter.begin()).toContain("concurrent");
    call.ended();
    call.ended();

    expect(counter.begin()).toBeTypeOf("object");
    expect(counter.begin()).toBeTypeOf("string");
  });

  test("limit the minutes of a day, with those of live calls, until midnight", async () => {
    const clock = new TestClock();
    const counter = new CallCounter(clock, { ...noCaps, minutesPerDay: 10 });
    const [one, two] = [begin(counter), begin(counter)];

    one.answered();
    await clock.advance(4 * 60_000);
    one.ended();
    two.answered();
    expect(counter.begin()).toBeTypeOf("object");
    await clock.advance(6 * 60_000);

    expect(counter.begin()).toContain("minutes");
    await clock.advance(86_400_000 - (clock.now() % 86_400_000));
    expect(counter.begin()).toBeTypeOf("object");
  });
});

describe("[XI37] the minutes of the day", () => {
  /** Returns a store in memory that keeps the minutes between two exchanges. */
  function storedMinutes() {
    const stored: { day: number; minutes: number }[] = [];
    return {
      read: () => stored.at(-1) ?? null,
      save: (used: (typeof stored)[0]) => void stored.push(used),
    };
  }

  test("survive a restart, and end with the day", async () => {
    const clock = new TestClock();
    const used = storedMinutes();
    const caps = { ...noCaps, minutesPerDay: 10 };
    const call = begin(new CallCounter(clock, caps, used));
    call.answered();
    await clock.advance(10 * 60_000);
    call.ended();

    const next = new CallCounter(clock, caps, used);

    expect(next.begin()).toContain("minutes");
    await clock.advance(86_400_000 - (clock.now() % 86_400_000));
    expect(next.begin()).toBeTypeOf("object");
    expect(new CallCounter(clock, caps, used).begin()).toBeTypeOf("object");
  });

  test("are stored during a call, so that a crash loses at most a minute", async () => {
    const clock = new TestClock();
    const used = storedMinutes();
    const caps = { ...noCaps, minutesPerDay: 5 };
    const call = begin(new CallCounter(clock, caps, used));
    call.answered();
    await clock.advance(5 * 60_000);

    expect(used.read()?.minutes).toBe(5);
    expect(new CallCounter(clock, caps, used).begin()).toContain("minutes");
    call.ended();
    await clock.advance(60_000);
    expect(clock.waiting).toBe(0);
  });

  test("are in a file that is always complete, and a damaged file counts as no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-minutes-"));
    try {
      const file = new MinutesFile(folder, silentLogger);
      expect(file.read()).toBeNull();
      for (let minutes = 0; minutes < 50; minutes += 1) {
        file.save({ day: 20_000, minutes });
      }
      await file.flush();

      expect(new MinutesFile(folder, silentLogger).read()).toEqual({ day: 20_000, minutes: 49 });
      writeFileSync(join(folder, "dialled-minutes.json"), '{"day":');
      expect(new MinutesFile(folder, silentLogger).read()).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("[XR225] caps after a step of the machine's clock", () => {
  /** The clock starts a minute after midnight. */
  function counting(caps: Partial<typeof noCaps>) {
    const clock = new TestClock(Date.UTC(2026, 10, 21, 0, 1));
    return { clock, counter: new CallCounter(clock, { ...noCaps, ...caps }) };
  }

  test.each([-3_600_000, 3_600_000])(
    "allow calls again after a minute (step of %d ms)",
    async (ms) => {
      const { clock, counter } = counting({ callsPerMinute: 1 });
      counter.begin();
      clock.setBy(ms);
      await clock.advance(59_000);
      expect(counter.begin()).toBeTypeOf("string");

      await clock.advance(1000);

      expect(counter.begin()).toBeTypeOf("object");
    },
  );

  test("do not count the minutes of a step forward", async () => {
    const { clock, counter } = counting({ minutesPerDay: 3 });
    begin(counter).answered();

    clock.setBy(3_600_000);
    await clock.advance(61_000);

    expect(counter.begin()).toBeTypeOf("object");
    await clock.advance(60_000);
    expect(counter.begin()).toContain("minutes");
  });

  test.each([
    ["a live call", false, 180_000],
    ["an ended call, across midnight too", true, 3_600_000],
  ])("still count the minutes after a step back: %s", async (_what, isOver, byMs) => {
    const { clock, counter } = counting({ minutesPerDay: 2 });
    const calls = [begin(counter), begin(counter)];
    calls.forEach((one) => one.answered());
    await clock.advance(15_000);
    calls.slice(isOver ? 0 : 1).forEach((one) => one.ended());
    if (!isOver) {
      await clock.advance(60_000);
    }

    clock.setBy(-byMs);

    expect(counter.begin()).toContain("minutes");
  });
});
