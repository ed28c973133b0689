import { expect, test } from "vitest";

import { muLaw, sine, toneAmplitude, writeRtpHeader } from "@linedesk/audio";
import { Studio } from "../testing/fake-studio.ts";

/** Comfort noise (RFC 3389), which a leg must not decode as sound. */
const comfortNoise = 13;

test.each([10, 20, 30, 40, 60])(
  "[XI70] packets of %i ms, with comfort noise between, are heard completely",
  async (packetMs) => {
    const studio = new Studio();
    const speaker = await studio.add("speaker", null);
    const listener = await studio.add("listener", null);
    for (const id of ["speaker", "listener"]) {
      studio.engine.joinRoom(id, "room", { muted: false, hold: false });
    }
    const samples = packetMs * 8;
    const tone = sine({ frequenciesHz: [400], durationMs: 3000, amplitude: 0.3, sampleRate: 8000 });

    for (let n = 0; n * packetMs < 3000; n += 1) {
      const packet = new Uint8Array(12 + samples);
      writeRtpHeader(packet, speaker.header(0, n * samples));
      muLaw.encode(tone.subarray(n * samples, (n + 1) * samples), samples, packet, 12);
      speaker.receive(packet);
      const noise = new Uint8Array(12 + samples).fill(0, 12);
      writeRtpHeader(noise, speaker.header(comfortNoise, n * samples));
      speaker.receive(noise);
      await studio.run(packetMs);
    }

    // The last second has no gap and no change of loudness, checked in steps of 20 ms.
    const received = listener.receivedAudio(50);
    const loudness = Array.from({ length: 50 }, (_, n) =>
      toneAmplitude(received.subarray(n * 160, n * 160 + 160), 400, 8000),
    );
    const wanted = 0.3 * 32_767;
    expect(Math.min(...loudness)).toBeGreaterThan(0.9 * wanted);
    expect(Math.max(...loudness)).toBeLessThan(1.1 * wanted);
  },
);
