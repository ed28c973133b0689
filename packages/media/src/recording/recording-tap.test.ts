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
    leg: "alice",
    track: "both",
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
  test.each([
    ["both", [440, 1000]],
    ["inbound", [440]],
  ] as const)("[XM40] with the track %s has the tones %s", async (track, tonesHz) => {
    const { studio, recordings } = await aConversation();

    recordings.start("r", plan({ track }));
    await studio.run(1000);
    recordings.stop("r");

    expect(studio.tape.opened).toMatchObject({ sampleRate: 8000 });
    expect(studio.tape.samples).toHaveLength(50 * 160);
    expect(tonesIn(Int16Array.from(studio.tape.samples))).toEqual(tonesHz);
    expect(studio.tape.closed).toBeNull();
  });

  test("[XM42] omits a pause, or records silence in it", async () => {
    const { studio, recordings } = await aConversation();
    recordings.start("r", plan({ track: "inbound" }));
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

  test("[XM43] ends when the disk is 10 s behind, and uses no more memory", async () => {
    const { studio, alice, recordings } = await aConversation();
    recordings.start("r", plan());

    await studio.run(13_000);

    expect(studio.tape.closed).toBe("disk_too_slow");
    expect(studio.tape.chunks).toHaveLength(50);
    expect(alice.packets.length).toBeGreaterThan(600);
  });

  test("[XT147][XM40] ends with its leg, and is refused for a missing leg", async () => {
    const { studio, recordings } = await aConversation();
    recordings.start("r", plan());
    await studio.run(1100);

    studio.engine.closeLeg("alice");
    recordings.start("none", plan());

    expect(studio.tape.closed).toBeNull();
    expect(studio.tape.samples).toHaveLength(55 * 160);
    expect(studio.ofType("recording.ended")).toEqual([
      {
        type: "recording.ended",
        recording: "none",
        end: { reason: "failed", code: "nothing_to_record" },
      },
    ]);
  });

  test("[XM40] has 16 kHz for a wideband leg, even when it contains a telephone's sound", async () => {
    const { studio, recordings } = await aConversation();
    await studio.engine.connectRtp("alice", {
      address: "127.0.0.1",
      port: 5000,
      codec: "G722",
      payloadType: 9,
      telephoneEvent: 101,
    });

    recordings.start("leg", plan());
    await studio.run(1000);
    recordings.stop("leg");

    expect(studio.tape.opened).toMatchObject({ sampleRate: 16_000 });
    const later = Int16Array.from(studio.tape.samples).subarray(4000);
    expect(hasTone(later, 1000, 16_000)).toBe(true);
  });

  test("[XT28] reports when the party was silent for the requested time", async () => {
    const { studio, alice, recordings } = await aConversation();
    recordings.start("r", plan({ track: "inbound", quietAfterMs: 1000 }));
    await studio.run(1500);
    expect(studio.ofType("recording.quiet")).toEqual([]);

    alice.toneHz = null;
    await studio.run(3000);

    expect(studio.ofType("recording.quiet")).toHaveLength(1);
  });
});

test("[XM40] a recording keeps its rate when the leg's rate changes, and converts each track separately", () => {
  const tape = new FakeTape();
  const tap = new RecordingTap({
    id: "r",
    sampleRate: 8000,
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
