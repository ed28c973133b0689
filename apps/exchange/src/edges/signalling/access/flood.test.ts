import { describe, expect, test } from "vitest";

import { aDevice, aWorld, ScriptedSocket, sdpOf } from "../../../testing/signalling/test-bench.ts";
import { ConnectionQuota } from "./connection-quota.ts";
import { UnauthenticatedSessions } from "./unauthenticated-sessions.ts";

function codesOf(socket: ScriptedSocket): unknown[] {
  return socket.received("error").map((payload) => (payload["error"] as { code: number }).code);
}

describe("one address", () => {
  test("[XS60] has at most its limit of sockets, and may open another when one closes", () => {
    const { clock } = aWorld();
    const shares = new ConnectionQuota(3, clock);

    const first = [1, 2, 3, 4].map(() => shares.take("203.0.113.9"));
    const other = shares.take("203.0.113.10");
    clock.advance(60_000);
    const stillFull = shares.take("203.0.113.9");
    shares.release("203.0.113.9");

    expect(first).toEqual([true, true, true, false]);
    expect(other).toBe(true);
    expect(stillFull).toBe(false);
    expect(shares.take("203.0.113.9")).toBe(true);
  });

  test("[XS60] opens at most its limit of sockets in 20 s, even if it closes each one immediately", () => {
    const { clock } = aWorld();
    const shares = new ConnectionQuota(10, clock);
    function openAndClose(): boolean {
      const isTaken = shares.take("203.0.113.9");
      if (isTaken) {
        shares.release("203.0.113.9");
      }
      return isTaken;
    }

    const burst = Array.from({ length: 100 }, openAndClose);
    clock.advance(2_000);

    expect(burst.filter(Boolean)).toHaveLength(10);
    expect([openAndClose(), openAndClose()]).toEqual([true, false]);
  });
});

describe("a flood on a socket", () => {
  function flood(socket: ScriptedSocket, text: string, count: number): void {
    for (let n = 0; n < count; n += 1) {
      socket.session.receive(text);
    }
  }

  test("[XS60] is refused at first; then the exchange sends `close` and closes the socket", async () => {
    const { world } = aWorld();
    const socket = await aDevice(world, "alice");

    flood(socket, `{"type":"x"}`, 150);
    const early = socket.closedWith;
    flood(socket, `{"type":"x"}`, 10_000);

    expect(early).toBeNull();
    expect(codesOf(socket)).toContain(31206);
    expect(socket.frames.length).toBeLessThan(250);
    expect(socket.types().at(-1)).toBe("close");
    expect(socket.closedWith).toBe("too many frames");
    expect(world.presence.list("alice")).toEqual([]);
  });

  test.each([
    ["heartbeats", (socket: ScriptedSocket) => flood(socket, "\n", 10_000)],
    ["pings", (s: ScriptedSocket) => Array.from({ length: 10_000 }, () => s.session.accepts(0))],
    [
      "binary frames",
      (s: ScriptedSocket) => Array.from({ length: 10_000 }, () => s.session.receiveBinary(1)),
    ],
    ["few and long frames", (socket: ScriptedSocket) => flood(socket, "x".repeat(65_000), 130)],
  ])("[XS60] with %s closes the socket too", async (_what, attack) => {
    const { world } = aWorld();
    const socket = await aDevice(world, "alice");

    attack(socket);

    expect(socket.closedWith).toBe("too many frames");
  });

  test("[XS60] does not include the frames of a busy device, which stay within the limits", async () => {
    const { world, clock } = aWorld();
    const socket = await aDevice(world, "alice");
    const message = { callsid: "CA1", messagetype: "user-defined-message", voiceeventsid: "KX1" };

    for (let n = 0; n < 600; n += 1) {
      clock.advance(100);
      if (n % 300 === 0) {
        await socket.send("register", { media: { audio: true } });
      }
      await socket.send("message", { ...message, content: "x".repeat(10_000) });
    }

    expect(codesOf(socket)).not.toContain(31206);
    expect(socket.closedWith).toBeNull();
  });
});

describe("unauthenticated sockets", () => {
  test("[XS60] beyond the limit replace the socket that has waited longest", async () => {
    const { world } = aWorld();
    const crowded = { ...world, unauthenticated: new UnauthenticatedSessions(3) };

    const known = await aDevice(crowded, "alice");
    const unauthenticated = [1, 2, 3, 4].map(() => new ScriptedSocket(crowded));

    expect(known.closedWith).toBeNull();
    expect(unauthenticated.map(({ closedWith }) => closedWith)).toEqual([
      "no token was shown",
      null,
      null,
      null,
    ]);
    await unauthenticated[1]?.send("listen", { token: "bob" });
    new ScriptedSocket(crowded);
    expect(unauthenticated[2]?.closedWith).toBeNull();
  });
});

describe("the invites of an identity", () => {
  test("[XS60] are counted over all its sockets, separately from other identities", async () => {
    const { world, clock } = aWorld();
    async function refused(token: string, callsid: string): Promise<boolean> {
      const socket = await aDevice(world, token);
      await socket.send("invite", { callsid, sdp: sdpOf("AA") });
      return codesOf(socket).includes(31206);
    }

    const eleven = [];
    for (let n = 0; n < 11; n += 1) {
      eleven.push(await refused("alice", `TJS${n}`));
    }
    const other = await refused("bob", "TJS1");
    clock.advance(1_000);

    expect(eleven).toEqual([...Array.from({ length: 10 }, () => false), true]);
    expect(other).toBe(false);
    expect(await refused("alice", "TJS99")).toBe(false);
  });
});
