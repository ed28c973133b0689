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

type Say = (type: string, payload: Record<string, unknown>) => Promise<void>;
interface Stage extends ReturnType<typeof aWorld> {
  socket: ScriptedSocket;
  say: Say;
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
  return async (stage: Stage) => {
    await stage.say("invite", invite);
    stage.taken[0]?.leg.decline(end);
  };
}
function listening(code: number) {
  return (stage: Stage) => stage.say("listen", { token: `?${code}` });
}
function inCall(then: (stage: Stage) => Promise<void>) {
  return async (stage: Stage) => {
    await stage.say("invite", invite);
    await stage.taken[0]?.leg.answer("CA1");
    await then(stage);
  };
}

const ways: Record<number, (stage: Stage) => Promise<void>> = {
  31000: async ({ world, say }) => {
    world.intake.receive = () => {
      throw new Error("a mistake");
    };
    await say("invite", invite);
    world.tokens.isRevoked = () => {
      throw new Error("another");
    };
    await say("register", { media: { audio: true } });
  },
  31001: ending({ cause: "not-found", voiceCode: 31001 }),
  31002: ending({ cause: "busy", voiceCode: 31002 }),
  31005: ending({ cause: "failed" }),
  31100: ({ say }) => say("unheard-of", {}),
  31102: listening(31102),
  31103: ({ say }) => say("invite", { ...invite, twilio: { params: "x".repeat(4097) } }),
  31107: inCall(({ say }) => say("invite", { ...invite, callsid: "CA1", reconnect: "" })),
  31201: async ({ world, socket }) => {
    const mute = await aDevice(world, "carla!");
    await mute.send("invite", invite);
    socket.frames.push(...mute.frames);
  },
  31202: listening(31202),
  31203: async ({ revokedKeys, say }) => {
    revokedKeys.add("SK1");
    await say("invite", invite);
  },
  31204: listening(31204),
  31205: async ({ clock, say }) => {
    clock.advance(3_600_000);
    await say("invite", invite);
  },
  31206: async ({ say }) => {
    for (let n = 0; n < 11; n += 1) {
      await say("invite", { ...invite, callsid: `TJS${n}` });
    }
  },
  31207: listening(31207),
  31209: inCall(async ({ world, socket }) => {
    const other = await aDevice(world, "alice");
    await other.send("invite", { ...invite, callsid: "CA1", reconnect: "a guess" });
    socket.frames.push(...other.frames);
  }),
  31210: inCall(({ say }) => say("message", { ...message, messagetype: "unheard-of" })),
  31212: inCall(({ say }) => say("message", { ...message, content: "x".repeat(10_240) })),
  31400: ({ say }) => say("invite", { callsid: "TJS1" }),
  31404: async (stage) => {
    await stage.say("message", message);
    await ending({ cause: "not-found" })(stage);
  },
  31480: ending({ cause: "no-answer" }),
  31486: ending({ cause: "busy" }),
  31603: ending({ cause: "declined" }),
  53402: ending({ cause: "failed", voiceCode: 53402 }),
  53405: ending({ cause: "media-lost" }),
};

describe("[XS70] the codes of the voice catalogue", () => {
  test("are those of the table", () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(ways).map(Number));
  });

  test.each(rows)("%i is sent in %j frames", async (code, frames) => {
    const scene = aWorld();
    const socket = await aDevice(scene.world, "alice");

    await ways[code]?.({ ...scene, socket, say: (type, payload) => socket.send(type, payload) });

    const received = ["error", "hangup"].filter((type) =>
      socket.received(type).some((one) => (one["error"] as { code: number }).code === code),
    );
    expect(received).toEqual(frames);
  });
});
