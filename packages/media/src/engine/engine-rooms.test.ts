import { describe, expect, test } from "vitest";

import { aRoomOf, Studio } from "../testing/fake-studio.ts";

const open = { muted: false, hold: false };

describe("rooms", () => {
  test("[XM6] give everybody the others and never themselves", async () => {
    const { phones } = await aRoomOf(440, 700, 1000);

    expect(phones[0]?.receivesTones(440, 700, 1000)).toEqual([false, true, true]);
    expect(phones[1]?.receivesTones(440, 700, 1000)).toEqual([true, false, true]);
    expect(phones[2]?.receivesTones(440, 700, 1000)).toEqual([true, true, false]);
  });

  test("[XM6] let a muted leg hear but not be heard, and let a held leg do neither", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);

    engine.setMembership("leg-440", { muted: true });
    await studio.run(300);
    expect(phones[0]?.receivesTones(1000)).toEqual([true]);
    expect(phones[1]?.receivesTones(440)).toEqual([false]);

    engine.setMembership("leg-440", { muted: false, hold: true });
    await studio.run(300);
    expect(phones[0]?.receivesTones(1000)).toEqual([false]);
    expect(phones[1]?.receivesTones(440)).toEqual([false]);

    engine.setMembership("leg-440", { hold: false });
    await studio.run(300);
    expect(phones[0]?.receivesTones(1000)).toEqual([true]);
    expect(phones[1]?.receivesTones(440)).toEqual([true]);
  });

  test("lose a leg that moves to another room", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);

    engine.joinRoom("leg-1000", "elsewhere", open);
    await studio.run(300);

    expect(phones[0]?.receivesTones(1000)).toEqual([false]);
    expect(phones[1]?.receivesTones(440)).toEqual([false]);
  });
});

test("[XM17] sound at any time within the tick is heard within 30 ms, and mostly within 20 ms", async () => {
  const delaysMs: number[] = [];
  for (let phaseMs = 0; phaseMs < 20; phaseMs += 1) {
    const studio = new Studio();
    const speaker = await studio.add("speaker", 0);
    const listener = await studio.add("listener", null);
    studio.engine.joinRoom("speaker", "room", open);
    studio.engine.joinRoom("listener", "room", open);
    let startMs: number | null = null;
    while (studio.nowMs < 2000 && delaysMs.length <= phaseMs) {
      studio.nowMs += 1;
      if (studio.nowMs === 1000 + phaseMs) {
        speaker.toneHz = 440;
        startMs = studio.nowMs;
      }
      if (studio.nowMs % 20 === phaseMs) {
        speaker.speak();
      }
      studio.engine.tick();
      const isAudible = listener.receivedAudio(1).some((sample) => Math.abs(sample) > 1000);
      if (startMs !== null && isAudible) {
        delaysMs.push(studio.nowMs - startMs);
      }
    }
  }

  expect(delaysMs.length).toBe(20);
  expect(delaysMs.toSorted((a, b) => a - b)[10]).toBeLessThanOrEqual(20);
  expect(Math.max(...delaysMs)).toBeLessThanOrEqual(30);
});
