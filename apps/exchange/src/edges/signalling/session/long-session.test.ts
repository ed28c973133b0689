import { expect, test } from "vitest";

import {
  aDevice,
  aWorld,
  sdpOf,
  type ScriptedSocket,
} from "../../../testing/signalling/test-bench.ts";

const HOURS = 8;
const MINUTE_MS = 60_000;

/** What the SDK and we do in a minute: heartbeats both ways, and two registrations. */
async function aMinute(
  { clock }: ReturnType<typeof aWorld>,
  socket: ScriptedSocket,
): Promise<void> {
  for (const _half of [1, 2]) {
    for (let beat = 0; beat < 3; beat += 1) {
      clock.advance(10_000);
      socket.session.heartbeat();
      socket.session.receive("\n");
    }
    await socket.send("register", { media: { audio: true } });
  }
}

test("[XS74] [XS16] eight hours of one device leave nothing behind", async () => {
  const scene = aWorld();
  const socket = await aDevice(scene.world, "alice");
  const atFirst = scene.clock.waiting;
  const counts = [];

  for (let minute = 1; minute <= HOURS * 60; minute += 1) {
    await aMinute(scene, socket);
    // The token of an hour is refreshed in time, every 50 minutes.
    if (minute % 50 === 0) {
      await socket.send("listen", { token: "alice", reconnectTimeout: 30 });
    }
    socket.frames.splice(0).forEach(({ type }) => expect(["ready", "connected"]).toContain(type));
    counts.push(scene.clock.waiting);
  }

  expect(new Set(counts)).toEqual(new Set([atFirst]));
  expect(scene.world.presence.list("alice")).toEqual([socket.session]);
  expect(socket.closedWith).toBeNull();
  socket.drop();
  expect(scene.clock.waiting).toBe(0);
});

test("[XS13] a call through a hundred drops keeps its path, untouched, and leaves nothing behind", async () => {
  const scene = aWorld();
  let socket = await aDevice(scene.world, "alice");
  await socket.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });
  const [taken] = scene.taken;
  await taken?.leg.answer(taken.callSid);
  const path = [...scene.mediaCalls];
  const atFirst = scene.clock.waiting;
  let reconnect = socket.received("answer")[0]?.["reconnect"];

  for (let drop = 0; drop < 100; drop += 1) {
    scene.clock.advance(5 * MINUTE_MS);
    socket.drop();
    scene.clock.advance(20_000);
    socket = await aDevice(scene.world, "alice");
    await socket.send("invite", { callsid: "CA1", sdp: sdpOf("AA"), reconnect });
    reconnect = socket.received("answer")[0]?.["reconnect"];
    expect(scene.clock.waiting).toBe(atFirst);
  }

  expect(scene.mediaCalls).toEqual(path);
  expect(taken?.call.log).toEqual([]);
  await socket.send("hangup", { callsid: "CA1" });
  socket.drop();
  scene.clock.advance(MINUTE_MS);
  expect(scene.clock.waiting).toBe(0);
  expect(scene.world.legs.find("CA1", "alice")).toBeNull();
});
