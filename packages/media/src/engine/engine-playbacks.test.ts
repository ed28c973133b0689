import { describe, expect, test } from "vitest";

import { toneShare } from "@linedesk/audio";
import { aRoomOf } from "../testing/fake-studio.ts";

describe("playbacks", () => {
  const beep = Int16Array.from({ length: 800 }, (_, i) => 9000 * Math.sin((i * Math.PI) / 8));

  test("[XM13] [XM6] give a leg on hold only their sound, looped, until they are stopped", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);
    studio.sounds.set("http://music", Promise.resolve(beep));
    engine.setMembership("leg-440", { hold: true });
    engine.play("leg-440", "p1", { type: "url", url: "http://music" }, 0);
    await studio.run(1000);

    expect(toneShare(phones[0]?.receivedAudio(20) ?? beep, 500, 8000)).toBeGreaterThan(0.95);
    expect(phones[1]?.receivesTones(500)).toEqual([false]);
    expect(studio.ofType("playback.ended")).toEqual([]);

    engine.stop("p1");
    await studio.run(300);
    expect(studio.ofType("playback.ended")).toEqual([
      { type: "playback.ended", playback: "p1", end: { reason: "stopped" } },
    ]);
    expect(phones[0]?.receivesTones(500, 1000)).toEqual([false, false]);
  });

  test("play a sound as often as requested, over the room, and report its end", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);
    studio.sounds.set("http://beep", Promise.resolve(beep));
    engine.play("leg-440", "p1", { type: "url", url: "http://beep" }, 4);
    await studio.run(300);
    expect(phones[0]?.receivesTones(500, 1000)).toEqual([true, true]);
    await studio.run(300);

    expect(phones[0]?.receivesTones(500, 1000)).toEqual([false, true]);
    expect(studio.ofType("playback.ended")).toEqual([
      { type: "playback.ended", playback: "p1", end: { reason: "finished" } },
    ]);
  });

  test("replace the previous playback of their leg, and fail with invalid tones or without a leg", async () => {
    const { studio, engine } = await aRoomOf(440);
    engine.play("leg-440", "p1", { type: "silence", durationMs: 60_000 }, 1);
    engine.play("leg-440", "p2", { type: "url", url: "http://nowhere" }, 1);
    engine.play("leg-440", "p3", { type: "tones", digits: "x" }, 1);
    engine.play("nobody", "p4", { type: "silence", durationMs: 1 }, 1);
    await studio.run(100);

    const ends = studio.events.flatMap((event) =>
      event.type === "playback.ended" ? [[event.playback, event.end.reason]] : [],
    );
    expect(new Map(ends.map(([id, reason]) => [id, reason]))).toEqual(
      new Map([
        ["p1", "stopped"],
        ["p2", "stopped"],
        ["p3", "failed"],
        ["p4", "failed"],
      ]),
    );
  });
});
