import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { LegEnd } from "../../../calls/legs/leg.ts";
import {
  aDevice,
  aWorld,
  sdpOf,
  type ScriptedSocket,
} from "../../../testing/signalling/test-bench.ts";

const spec = new URL("../../../../../../docs/spec/exchange-signalling.md", import.meta.url);

/** The rows of the table: a code, and the frames that contain it. */
const rows = [...readFileSync(spec, "utf8").matchAll(/^ {2}\| (\d{5}) \| ([a-z, ]+) \|/gm)].map(
  ([, code = "", frames = ""]) => [Number(code), frames.split(", ")] as const,
);

type Send = (type: string, payload: Record<string, unknown>) => Promise<void>;
interface Scene extends ReturnType<typeof aWorld> {
  socket: ScriptedSocket;
  send: Send;
}

const invite = { callsid: "TJS1", sdp: sdpOf("AA") };
const message = {
  callsid: "CA1",
  content: "hello",
  messagetype: "user-defined-message",
  voiceeventsid: "KX1",
};

/** Returns a scenario in which a call is placed and then ends in this way. */
function ending(end: LegEnd) {
  return async (scene: Scene) => {
    await scene.send("invite", invite);
    scene.receivedCalls[0]?.leg.decline(end);
  };
}
function listening(code: number) {
  return (scene: Scene) => scene.send("listen", { token: `?${code}` });
}
function inCall(then: (scene: Scene) => Promise<void>) {
  return async (scene: Scene) => {
    await scene.send("invite", invite);
    await scene.receivedCalls[0]?.leg.answer("CA1");
    await then(scene);
  };
}

const scenarios: Record<number, (scene: Scene) => Promise<void>> = {
  31000: async ({ world, send }) => {
    world.intake.receive = () => {
      throw new Error("a mistake");
    };
    await send("invite", invite);
    world.tokens.isRevoked = () => {
      throw new Error("another");
    };
    await send("register", { media: { audio: true } });
  },
  31001: ending({ cause: "not-found", voiceCode: 31001 }),
  31002: ending({ cause: "busy", voiceCode: 31002 }),
  31005: ending({ cause: "failed" }),
  31100: ({ send }) => send("unheard-of", {}),
  31102: listening(31102),
  31103: ({ send }) => send("invite", { ...invite, twilio: { params: "x".repeat(4097) } }),
  31107: inCall(({ send }) => send("invite", { ...invite, callsid: "CA1", reconnect: "" })),
  31201: async ({ world, socket }) => {
    const receiver = await aDevice(world, "carla!");
    await receiver.send("invite", invite);
    socket.frames.push(...receiver.frames);
  },
  31202: listening(31202),
  31203: async ({ revokedKeys, send }) => {
    revokedKeys.add("SK1");
    await send("invite", invite);
  },
  31204: listening(31204),
  31205: async ({ clock, send }) => {
    clock.advance(3_600_000);
    await send("invite", invite);
  },
  31206: async ({ send }) => {
    for (let n = 0; n < 11; n += 1) {
      await send("invite", { ...invite, callsid: `TJS${n}` });
    }
  },
  31207: listening(31207),
  31209: inCall(async ({ world, socket }) => {
    const other = await aDevice(world, "alice");
    await other.send("invite", { ...invite, callsid: "CA1", reconnect: "a guess" });
    socket.frames.push(...other.frames);
  }),
  31210: inCall(({ send }) => send("message", { ...message, messagetype: "unheard-of" })),
  31212: inCall(({ send }) => send("message", { ...message, content: "x".repeat(10_240) })),
  31400: ({ send }) => send("invite", { callsid: "TJS1" }),
  31404: async (scene) => {
    await scene.send("message", message);
    await ending({ cause: "not-found" })(scene);
  },
  31480: ending({ cause: "no-answer" }),
  31486: ending({ cause: "busy" }),
  31603: ending({ cause: "declined" }),
  53402: ending({ cause: "failed", voiceCode: 53402 }),
  53405: ending({ cause: "media-lost" }),
};

describe("[XS70] the codes of the voice catalogue", () => {
  test("are those of the table", () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(scenarios).map(Number));
  });

  test.each(rows)("%i is sent in %j frames", async (code, frames) => {
    const scene = aWorld();
    const socket = await aDevice(scene.world, "alice");

    await scenarios[code]?.({
      ...scene,
      socket,
      send: (type, payload) => socket.send(type, payload),
    });

    const received = ["error", "hangup"].filter((type) =>
      socket.received(type).some((one) => (one["error"] as { code: number }).code === code),
    );
    expect(received).toEqual(frames);
  });
});
