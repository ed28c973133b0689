import { describe, expect, test } from "vitest";

import { hasTone } from "@linedesk/audio";
import type { RecordingPlan } from "../port/media-port.ts";
import { Studio } from "../testing/fake-studio.ts";
import { FakeTape } from "../testing/fake-tape.ts";
import { RecordingTap } from "./recording-tap.ts";

const open = { muted: false, hold: false };

function plan(more: Partial<RecordingPlan> = {}): RecordingPlan {
  return {
    path: "/nowhere.wav",
    source: { type: "leg", leg: "alice" },
    channels: 2,
    track: "both",
    trimsSilence: false,
    quietAfterMs: null,
    ...more,
  };
}

async function aConversation() {
  const studio = new Studio();
  const alice = await studio.add("alice", 440);
  const bob = await studio.add("bob", 1000);
  for (const id of ["alice", "bob"]) {
    studio.engine.joinRoom(id, "room", open);
  }
  await studio.run(500);
  return { studio, alice, bob, recordings: studio.engine.recordings };
}

function tonesIn(samples: Int16Array) {
  return [440, 1000].filter((toneHz) => hasTone(samples, toneHz, 8000));
}

describe("a recording", () => {
  test("[XM40] of a leg has what it says and what it hears, each on its channel", async () => {
    const { studio, recordings } = await aConversation();

    recordings.start("r", plan());
    await studio.run(1000);
    recordings.stop("r");

    expect(studio.tape.opened).toMatchObject({ channels: 2, sampleRate: 8000 });
    expect(studio.tape.samples).toHaveLength(50 * 160 * 2);
    expect(tonesIn(studio.tape.channel(0, 2))).toEqual([440]);
    expect(tonesIn(studio.tape.channel(1, 2))).toEqual([1000]);
    expect(studio.tape.closed).toBeNull();
  });

  test("[XM40] of a room has all who are heard in it, and not who is muted", async () => {
    const { studio, recordings } = await aConversation();

    recordings.start("r", plan({ source: { type: "room", room: "room" } }));
    await studio.run(1000);
    studio.engine.setMembership("bob", { muted: true });
    await studio.run(1000);
    recordings.stop("r");

    expect(studio.tape.opened?.channels).toBe(1);
    const half = studio.tape.samples.length / 2;
    expect(tonesIn(Int16Array.from(studio.tape.samples.slice(0, half - 400)))).toEqual([440, 1000]);
    expect(tonesIn(Int16Array.from(studio.tape.samples.slice(half + 400)))).toEqual([440]);
  });

  test("[XM42] skips a pause, or keeps its length in silence", async () => {
    const { studio, recordings } = await aConversation();
    recordings.start("r", plan({ channels: 1, track: "inbound" }));
    await studio.run(200);

    recordings.pause("r", "skip");
    await studio.run(1000);
    recordings.resume("r");
    await studio.run(200);
    expect(studio.tape.samples).toHaveLength(20 * 160);

    recordings.pause("r", "silence");
    await studio.run(1000);
    expect(studio.tape.samples).toHaveLength(70 * 160);
    expect(studio.tape.samples.slice(-50 * 160).every((sample) => sample === 0)).toBe(true);
  });

  test("[XM43] gives up on a disk that is 10 s behind, and takes no more memory", async () => {
    const { studio, alice, recordings } = await aConversation();
    recordings.start("r", plan());

    await studio.run(13_000);

    expect(studio.tape.closed).toBe("disk_too_slow");
    expect(studio.tape.chunks).toHaveLength(50);
    expect(alice.packets.length).toBeGreaterThan(600);
  });

  test("[XT147][XM40] ends with its leg, and one of nobody is refused", async () => {
    const { studio, recordings } = await aConversation();
    recordings.start("r", plan());
    await studio.run(1100);

    studio.engine.closeLeg("alice");
    recordings.start("none", plan());

    expect(studio.tape.closed).toBeNull();
    expect(studio.tape.samples).toHaveLength(55 * 160 * 2);
    expect(studio.ofType("recording.ended")).toEqual([
      {
        type: "recording.ended",
        recording: "none",
        end: { reason: "failed", code: "nothing_to_record" },
      },
    ]);
  });

  test("[XM40] of a wideband leg has 16 kHz, and what a telephone says in it as well", async () => {
    const { studio, recordings } = await aConversation();
    await studio.engine.connectRtp("alice", {
      address: "127.0.0.1",
      port: 5000,
      codec: "G722",
      payloadType: 9,
      telephoneEvent: 101,
    });

    recordings.start("leg", plan({ track: "outbound", channels: 1 }));
    await studio.run(1000);
    recordings.stop("leg");

    expect(studio.tape.opened).toMatchObject({ sampleRate: 16_000, channels: 1 });
    const channel = studio.tape.channel(0, 1).subarray(4000);
    expect([440, 1000].map((toneHz) => hasTone(channel, toneHz, 16_000))).toEqual([false, true]);
  });

  test("[XT28] says when the party was silent for as long as somebody asked", async () => {
    const { studio, alice, recordings } = await aConversation();
    recordings.start("r", plan({ quietAfterMs: 1000 }));
    await studio.run(1500);
    expect(studio.ofType("recording.quiet")).toEqual([]);

    alice.toneHz = null;
    await studio.run(3000);

    expect(studio.ofType("recording.quiet")).toHaveLength(1);
  });
});

test("[XM40] keeps its rate when the leg's changes, each inlet converted on its own", () => {
  const tape = new FakeTape();
  const tap = new RecordingTap({
    id: "r",
    format: { sampleRate: 8000, channels: 1 },
    sink: tape,
    quietAfterMs: null,
    onQuiet: () => undefined,
  });
  function block(toneHz: number, sampleRate: number, tick: number) {
    return Int16Array.from({ length: sampleRate / 50 }, (_, i) =>
      Math.round(
        6000 * Math.sin((2 * Math.PI * toneHz * ((tick * sampleRate) / 50 + i)) / sampleRate),
      ),
    );
  }

  for (let tick = 0; tick < 100; tick += 1) {
    const sampleRate = tick < 50 ? 48_000 : 16_000;
    tap.add(0, block(440, sampleRate, tick), sampleRate);
    tap.add(1, block(1000, 48_000, tick), 48_000);
    tap.advance();
  }
  tap.close();

  expect(tape.samples).toHaveLength(100 * 160);
  for (const from of [800, 9000]) {
    const piece = Int16Array.from(tape.samples.slice(from, from + 6000));
    expect(tonesIn(piece)).toEqual([440, 1000]);
  }
});
