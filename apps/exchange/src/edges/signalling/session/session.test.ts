import { pino } from "pino";
import { describe, expect, test } from "vitest";

import { aDevice, aWorld, ScriptedSocket, sdpOf } from "../../../testing/signalling/test-bench.ts";

describe("a session", () => {
  test("[XS30] answers a valid token with the identity and its time to live", async () => {
    const { world } = aWorld();
    const socket = new ScriptedSocket(world);

    await socket.send("listen", { token: "alice", reconnectTimeout: 0 });

    expect(socket.received("connected")[0]).toMatchObject({
      token: { identity: "alice", ttl: 3600 },
    });
  });

  test("[XS19] keeps its identity", async () => {
    const { world } = aWorld();
    const socket = await aDevice(world, "alice");

    await socket.send("listen", { token: "bob" });

    expect(socket.received("error")[0]).toMatchObject({ error: { code: 31201 } });
    expect(socket.session.identity).toBe("alice");
  });

  test("[XS140] without an identity calls as client:Anonymous, and cannot register", async () => {
    const { world, receivedCalls } = aWorld();
    const socket = new ScriptedSocket(world);
    await socket.send("listen", { token: "#a" });
    await socket.send("register", { media: { audio: true } });

    await socket.send("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: { params: "" } });

    expect(socket.received("connected")).toMatchObject([{ token: { ttl: 3600 } }]);
    expect(socket.received("connected")[0]?.["token"]).not.toHaveProperty("identity");
    expect(socket.received("error")).toMatchObject([{ error: { code: 31201 } }]);
    expect(receivedCalls[0]?.arrival.from).toBe("client:Anonymous");
  });

  test("[XS140] without an identity stays the same anonymous client with a renewed token, and cannot take an identity", async () => {
    const { world } = aWorld();
    const socket = new ScriptedSocket(world);
    const other = new ScriptedSocket(world);
    await socket.send("listen", { token: "#a" });
    await socket.send("listen", { token: "#b" });
    await other.send("listen", { token: "#c" });
    await other.send("listen", { token: "alice" });

    expect(socket.received("connected")).toHaveLength(2);
    expect(socket.session.identity).toBe("#a");
    expect(other.session.identity).toBe("#c");
    expect(other.received("error")).toMatchObject([{ error: { code: 31201 } }]);
  });

  test("[XS70] answers an invalid token with its code and message", async () => {
    const { world } = aWorld();
    const socket = new ScriptedSocket(world);

    await socket.send("listen", { token: "?31205" });

    expect(socket.received("error")).toEqual([
      { error: { code: 31205, message: "JWT token expired" } },
    ]);
  });

  test("[XS30] registers its device, and unregisters it when `audio` is false", async () => {
    const { world } = aWorld();
    const socket = await aDevice(world, "alice");

    await socket.send("register", { media: { audio: false } });

    expect(socket.types()).toEqual(["connected", "ready", "offline"]);
    expect(world.presence.list("alice")).toEqual([]);
  });

  test("[XS30] stays registered while `register` comes every 30 s, and for 75 s after the last", async () => {
    const { world, clock } = aWorld();
    const socket = await aDevice(world, "alice");

    clock.advance(60_000);
    await socket.send("register", { media: { audio: true } });
    clock.advance(74_999);
    const before = world.presence.list("alice").length;
    clock.advance(1);

    expect(before).toBe(1);
    expect(world.presence.list("alice")).toEqual([]);
    expect(socket.types().at(-1)).toBe("offline");
  });

  test("[XS17] rings at most three devices of one identity, and informs the oldest that it no longer rings", async () => {
    const { world } = aWorld();
    const first = await aDevice(world, "alice");

    for (let i = 0; i < 3; i += 1) {
      await aDevice(world, "alice");
    }

    expect(world.presence.list("alice")).toHaveLength(3);
    expect(first.types().at(-1)).toBe("offline");
  });

  test("[XS16] sends heartbeats, and closes a socket that is silent for too long", async () => {
    const { world, clock } = aWorld();
    const socket = await aDevice(world, "alice");

    clock.advance(20_000);
    socket.session.heartbeat();
    clock.advance(10_001);
    socket.session.heartbeat();

    expect(socket.heartbeats).toBe(1);
    expect(socket.closedWith).toBe("silent for too long");
    expect(world.presence.list("alice")).toEqual([]);
  });

  test("[XS16] closes within 45 s a socket that reads nothing, even if it sends heartbeats", async () => {
    const { world, clock } = aWorld();
    const [unresponsive, responsive] = [await aDevice(world, "alice"), await aDevice(world, "bob")];
    let droppedMs = 0;
    unresponsive.session.heartbeat();
    unresponsive.answersPings = false;

    for (let ms = 8_000; ms <= 64_000; ms += 8_000) {
      clock.advance(8_000);
      for (const { session } of [unresponsive, responsive]) {
        session.receive("\n");
        session.heartbeat();
      }
      droppedMs ||= unresponsive.closedWith === null ? 0 : ms;
    }

    expect(unresponsive.closedWith).toBe("the client does not read");
    expect(droppedMs).toBe(32_000);
    expect(responsive.closedWith).toBeNull();
  });

  test("[XS16] counts an echoed heartbeat as activity", async () => {
    const { world, clock } = aWorld();
    const socket = await aDevice(world, "alice");

    clock.advance(25_000);
    socket.session.receive("\n");
    clock.advance(25_000);
    socket.session.heartbeat();

    expect(socket.closedWith).toBeNull();
  });

  test.each([60_000, -60_000])(
    "[XR225] continues when the machine's clock steps by %d ms",
    async (ms) => {
      const { world, clock } = aWorld();
      const socket = await aDevice(world, "alice");

      clock.setBy(ms);
      clock.advance(30_000);
      socket.session.heartbeat();
      expect(socket.closedWith).toBeNull();
      clock.advance(1);
      socket.session.heartbeat();

      expect(socket.closedWith).toBe("silent for too long");
    },
  );

  test("[XS70] closes a socket that sends no token", () => {
    const { world, clock } = aWorld();
    const socket = new ScriptedSocket(world);

    clock.advance(10_000);

    expect(socket.closedWith).toBe("no token was shown");
  });

  test("[XS152] writes the address and the cause of a refused token to the log", async () => {
    const { world } = aWorld();
    const lines: unknown[] = [];
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const frames = { ...world.frames, logger };
    const socket = new ScriptedSocket({ ...world, frames }, "203.0.113.7");

    await socket.send("listen", { token: "?31205" });

    const line = { address: "203.0.113.7", voiceCode: 31205, msg: "voice token refused" };
    expect(lines).toMatchObject([line]);
  });

  test("[XS70] refuses everything before a valid token", async () => {
    const { world, receivedCalls } = aWorld();
    const socket = new ScriptedSocket(world);

    await socket.send("invite", { callsid: "TJS1", sdp: sdpOf("AA") });

    expect(socket.received("error")[0]).toMatchObject({ callsid: "TJS1", error: { code: 31204 } });
    expect(receivedCalls).toEqual([]);
  });
});
