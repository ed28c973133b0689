import fc from "fast-check";
import { expect, test } from "vitest";

import { readFrame } from "../../src/edges/signalling/frames/frames.ts";
import { aDevice, aWorld, sdpOf } from "../../src/testing/signalling/test-bench.ts";
import { anyNoise, anySid, anyType } from "./any-frame.ts";

test("[XS26] frames never throw, whatever they hold", () => {
  const anyFrame = fc.oneof(
    anyNoise,
    fc
      .record({
        type: fc.constantFrom("listen", "invite", "answer", "message", "dtmf", "__proto__"),
        payload: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
      })
      .map((frame) => JSON.stringify(frame)),
  );

  function readEverything() {
    return fc.assert(
      fc.property(anyFrame, (text) => typeof readFrame(text).ok === "boolean"),
      { numRuns: 5000 },
    );
  }

  expect(readEverything).not.toThrow();
});

test(
  "[XS26] a session takes thousands of malformed frames, and the next call works",
  { timeout: 30_000 },
  async () => {
    const { world, clock, taken } = aWorld();
    const payload = fc.dictionary(
      fc.constantFrom("callsid", "sdp", "token", "media", "twilio", "reconnect", "dtmf", "content"),
      fc.oneof(anySid, fc.jsonValue(), fc.constant({ params: "a=%E0%A4%A" })),
    );
    await fc.assert(
      fc.asyncProperty(anyNoise, anyType, payload, async (noise, kind, body) => {
        const socket = await aDevice(world, "alice");
        socket.session.receive(noise);
        await socket.send(kind, body);
        socket.drop();
        clock.advance(61_000);
      }),
      { numRuns: 2000 },
    );

    const socket = await aDevice(world, "alice");
    await socket.send("invite", { callsid: "TJS-last", sdp: sdpOf("AA") });
    await taken.at(-1)?.leg.answer("CA-last");

    expect(socket.received("answer")).toHaveLength(1);
  },
);
