import { expect, test } from "vitest";

import { g711, hasTone } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import { OutgoingStream } from "../rtp/outgoing-stream.ts";
import type { Phone } from "../testing/fake-phone.ts";
import { Studio } from "../testing/fake-studio.ts";
import { LegMix } from "./leg-mix.ts";
import { RoomMix } from "./room-mix.ts";

const headerBytes = 12;

function aBlock(sample: number): Int16Array {
  return new Int16Array(160).fill(sample);
}

function aRoomOf(...voices: Int16Array[]): RoomMix {
  const room = new RoomMix();
  room.begin();
  for (const voice of voices) {
    room.add(voice, 8000);
  }
  return room;
}

function mixFor(room: RoomMix, own: Int16Array | null) {
  return new LegMix(8000).next({ room: room.sumAt(8000), own, playback: null });
}

function payloadOf(mix: ReturnType<typeof mixFor>, codec: "PCMU" | "PCMA"): number[] {
  const outgoing = new OutgoingStream(
    { codec, payloadType: 8, telephoneEvent: null },
    new Codecs(null),
  );
  return [...outgoing.next(mix).subarray(headerBytes)];
}

function encoded(sample: number, codec: "PCMU" | "PCMA"): number[] {
  const bytes = new Uint8Array(160);
  g711(codec).encode(aBlock(sample), 160, bytes, 0);
  return [...bytes];
}

test("all members who only listen share one mix, encoded once in PCMU and once in PCMA", () => {
  const room = aRoomOf(aBlock(1000), aBlock(200), aBlock(30));

  const [one, other] = [mixFor(room, null), mixFor(room, null)];

  expect(one).not.toBeNull();
  expect(one).toBe(other);
  for (const codec of ["PCMU", "PCMA"] as const) {
    expect(payloadOf(one, codec)).toEqual(encoded(1230, codec));
    expect(payloadOf(other, codec)).toEqual(encoded(1230, codec));
  }
});

test("a speaker gets the mix without its own sound, and in a room of two the other speaker's sound unchanged", () => {
  const [own, other, third] = [aBlock(1000), aBlock(200), aBlock(30)];

  expect(mixFor(aRoomOf(own, other), own)).toBe(other);
  expect(mixFor(aRoomOf(own, other), other)).toBe(own);
  expect(mixFor(aRoomOf(own, other, third), own)).toEqual(aBlock(230));
});

test("a room that is too loud for 16 bits is limited for a listener", () => {
  const room = aRoomOf(aBlock(30_000), aBlock(20_000));

  const mixed = mixFor(room, null);

  expect(mixed instanceof Int16Array && mixed[159]).toBe(32_000);
});

test("a leg that sends only zeros counts as a listener, and is heard when it speaks", async () => {
  const studio = new Studio();
  const phones: Phone[] = [];
  for (const [id, toneHz] of Object.entries({ a: 440, b: 0, c: 0 })) {
    phones.push(await studio.add(id, toneHz));
    studio.engine.joinRoom(id, "room", { muted: false, hold: false });
  }
  function receivedTones() {
    return phones.map((phone) =>
      [440, 1000].map((hz) => hasTone(phone.receivedAudio(10), hz, 8000)),
    );
  }
  await studio.run(500);
  expect(receivedTones()).toEqual([
    [false, false],
    [true, false],
    [true, false],
  ]);
  expect(phones[1]?.receivedAudio(10)).toEqual(phones[2]?.receivedAudio(10));

  const speaker = phones[1];
  if (speaker !== undefined) {
    speaker.toneHz = 1000;
  }
  await studio.run(300);

  expect(receivedTones()).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ]);
});
