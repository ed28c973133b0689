import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import {
  initialAmdState,
  nextAmdState,
  type AmdSettings,
  type AmdSound,
  type AmdState,
} from "./amd-state.ts";

const stepMs = 20;
const enable: AmdSettings = {
  awaitsEnd: false,
  timeoutMs: 30_000,
  speechMs: 2400,
  speechEndMs: 1200,
  silenceMs: 5000,
};
const messageEnd: AmdSettings = { ...enable, awaitsEnd: true };

type Stretch = [sound: AmdSound, durationMs: number];
function voice(durationMs: number): Stretch {
  return [{ type: "voice" }, durationMs];
}
function quiet(durationMs: number): Stretch {
  return [{ type: "quiet" }, durationMs];
}
function tone(durationMs: number): Stretch {
  return [{ type: "tone", lengthMs: 100 }, durationMs];
}

function listen(plan: AmdSettings, ...stretches: Stretch[]): AmdState {
  let state = initialAmdState;
  for (const [sound, durationMs] of stretches) {
    for (let ms = 0; ms < durationMs && state.status !== "decided"; ms += stepMs) {
      state = nextAmdState(state, sound, { plan, stepMs });
    }
  }
  return state;
}

function wordOf(state: AmdState) {
  return state.status === "decided" ? state.answeredBy : `(${state.status})`;
}

/** How each status of the table comes about, and what its columns mean there. */
const before: Record<string, Stretch[]> = {
  waiting: [quiet(400)],
  speaking: [quiet(400), voice(600)],
  machine: [quiet(400), voice(3000)],
};
const longVoice = voice(2600);
const pauses: Record<string, Stretch> = {
  waiting: quiet(4600),
  speaking: quiet(1200),
  machine: quiet(3200),
};
function columnOf(status: string): Record<string, Stretch> {
  return {
    voice: voice(300),
    "long voice": longVoice,
    pause: pauses[status] ?? quiet(0),
    beep: [{ type: "beep" }, stepMs],
    fax: [{ type: "fax" }, stepMs],
    timeout: [{ type: "tone", lengthMs: 900 }, 40_000],
  };
}

function readTable(): { columns: string[]; rows: string[][] } {
  const page = readFileSync(
    new URL("../../../../docs/spec/exchange-rest.md", import.meta.url),
    "utf8",
  );
  const lines = page.split("- ")[1]?.split("- ")[0]?.split("\n") ?? [];
  const [head = [], , ...rows] = lines
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
  return { columns: head.slice(1), rows };
}

describe("who answered", () => {
  test("is what the table says, for every status and whatever is heard", () => {
    const { columns, rows } = readTable();
    expect([columns.length, rows.length]).toEqual([6, 3]);

    for (const [status = "", ...cells] of rows) {
      const wanted = cells.map((cell) => cell.split(" - "));
      const found = columns.map((column) =>
        [enable, messageEnd].map((plan) => {
          const stretch = columnOf(status)[column];
          return wordOf(listen(plan, ...(before[status] ?? []), ...(stretch ? [stretch] : [])));
        }),
      );
      const isMachine = status === "machine";
      expect([status, ...found.map((pair) => (isMachine ? pair[1] : pair.join(" - ")))]).toEqual([
        status,
        ...wanted.map(([one = "", other = one]) => (isMachine ? one : `${one} - ${other}`)),
      ]);
    }
  });

  test("a hello is a person 1.2 s after it, also with pauses within", () => {
    expect(listen(enable, quiet(600), voice(500), quiet(5000))).toEqual({
      status: "decided",
      answeredBy: "human",
      atMs: 2300,
    });
    const halting = [voice(400), quiet(800), voice(400), quiet(2000)];
    expect(wordOf(listen(messageEnd, ...halting))).toBe("human");
  });

  test("a greeting is a machine as soon as it is too long for a person", () => {
    expect(listen(enable, quiet(300), voice(9000))).toMatchObject({
      answeredBy: "machine_start",
      atMs: 2740,
    });
    expect(wordOf(listen({ ...enable, speechMs: 6000 }, voice(4000), quiet(2000)))).toBe("human");
  });

  test("who takes long to speak is waited for as long as was asked", () => {
    expect(wordOf(listen({ ...enable, silenceMs: 10_000 }, quiet(9000), voice(500)))).toBe(
      "(speaking)",
    );
    expect(listen({ ...enable, silenceMs: 2000 }, quiet(9000))).toMatchObject({ atMs: 2000 });
  });

  test("a short tone in a greeting is part of it, a pause before the beep is not its end", () => {
    const greeting = [voice(3000), tone(100), voice(1000), quiet(2900)];

    expect(wordOf(listen(messageEnd, ...greeting))).toBe("(machine)");
    expect(wordOf(listen(messageEnd, ...greeting, [{ type: "beep" }, 20]))).toBe(
      "machine_end_beep",
    );
    expect(wordOf(listen(messageEnd, ...greeting, quiet(400)))).toBe("machine_end_silence");
  });

  test("a machine that talks on is left at the timeout", () => {
    const plan = { ...messageEnd, timeoutMs: 3000 };

    expect(listen(plan, voice(9000))).toMatchObject({
      answeredBy: "machine_end_other",
      atMs: 3000,
    });
  });

  test("a verdict stands", () => {
    const decided = listen(enable, voice(3000));

    expect(nextAmdState(decided, { type: "fax" }, { plan: enable, stepMs })).toBe(decided);
  });
});
