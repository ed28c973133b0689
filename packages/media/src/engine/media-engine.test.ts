import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toneShare } from "@linedesk/audio";
import { aRoomOf } from "../testing/fake-studio.ts";

describe("in the engine", () => {
  test("[XT147] a closed leg is removed everywhere, and a second close changes nothing", async () => {
    const { studio, engine, phones } = await aRoomOf(440, 1000);
    engine.play("leg-440", "p1", { type: "silence", durationMs: 60_000 }, 0);
    engine.closeLeg("leg-440");
    engine.closeLeg("leg-440");
    await studio.run(300);

    expect(phones[0]?.isClosed).toBe(true);
    expect(phones[1]?.receivesTones(440)).toEqual([false]);
    expect(await engine.stats("leg-440")).toBeNull();
    expect(studio.ofType("playback.ended").length).toBe(1);
  });

  test("a leg opens once, legs are limited, and a closed engine refuses them", async () => {
    const { studio, engine } = await aRoomOf(440);
    await expect(engine.openRtp("leg-440")).rejects.toMatchObject({ code: "leg_exists" });
    for (let i = 0; i < 4; i += 1) {
      await studio.add(`more-${i}`, null);
    }
    await expect(engine.openRtp("sixth")).rejects.toMatchObject({ code: "leg_limit" });
    await engine.close();
    await engine.close();
    await expect(engine.openRtp("late")).rejects.toMatchObject({ code: "media_closed" });
    await expect(
      engine.connectRtp("nobody", {
        address: "127.0.0.1",
        port: 1,
        codec: "PCMU",
        payloadType: 0,
        telephoneEvent: null,
      }),
    ).rejects.toMatchObject({ code: "leg_unknown" });
  });

  test("[XM38] [XM19] thousands of malformed and foreign packets change nothing", async () => {
    const { studio, phones } = await aRoomOf(440, 1000);
    const [phone] = phones;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(127), (bytes, payloadType) => {
        if (bytes.length > 1) {
          bytes[0] = (bytes[0] ?? 0) | 0x80;
        }
        if (bytes.length > 1) {
          bytes[1] = payloadType === 0 || payloadType === 101 ? 9 : payloadType;
        }
        phone?.receive(bytes);
      }),
      { numRuns: 5000 },
    );
    await studio.run(500);

    expect(phones[0]?.receivesTones(1000)).toEqual([true]);
    expect(toneShare(phones[1]?.receivedAudio(10) ?? new Int16Array(0), 440, 8000)).toBeGreaterThan(
      0.99,
    );
  });
});
