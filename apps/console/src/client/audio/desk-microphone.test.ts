import { expect, test } from "vitest";

import { PreopenedMicrophone } from "./preopened-microphone.ts";

function aMicrophone(refusals: Error[] = []) {
  const asked: MediaStreamConstraints[] = [];
  let stopped = 0;
  const track = { stop: () => (stopped += 1) };
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const early = new PreopenedMicrophone((constraints) => {
    asked.push(constraints);
    const refusal = refusals.shift();
    return refusal === undefined ? Promise.resolve(stream) : Promise.reject(refusal);
  });
  return { early, stream, asked, stopped: () => stopped };
}

test("[VD66] is open before the SDK asks, which gets the same stream", async () => {
  const { early, stream, asked, stopped } = aMicrophone();

  const letGo = early.open();
  const taken = await early.getUserMedia({ audio: true });
  letGo();

  expect(taken).toBe(stream);
  expect(asked).toHaveLength(1);
  expect(stopped()).toBe(0);
});

test("[VD66] is let go when no call takes it", async () => {
  const { early, stopped, asked } = aMicrophone();

  early.open()();
  await Promise.resolve();

  expect(stopped()).toBe(1);
  await early.getUserMedia({ audio: true });
  expect(asked).toHaveLength(2);
});

test("[VD66] is asked for anew with other wishes, and after a refusal", async () => {
  const { early, stream, asked } = aMicrophone([new Error("busy")]);
  const constraints = { audio: { deviceId: "desk" } };

  const letGo = early.open();
  await early.getUserMedia(constraints);
  const taken = await early.getUserMedia({ audio: true });
  letGo();

  expect(taken).toBe(stream);
  expect(asked).toEqual([{ audio: true }, constraints, { audio: true }]);
});
