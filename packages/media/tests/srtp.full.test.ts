import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { RtpHeader, SrtpSession } from "werift";

import { writeRtpHeader, type SrtpKey } from "@linedesk/audio";
import { startMedia } from "../src/host/start-media.ts";
import type { MediaPort } from "../src/port/media-port.ts";
import { eventually, storeFault } from "../src/testing/media-events.ts";
import { RtpPhone, type SrtpCipherSession } from "../src/testing/rtp-phone.ts";

const open = { muted: false, hold: false };
const phones: RtpPhone[] = [];
const faults: string[] = [];
let media: MediaPort;

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: async () => false,
    onFault: (message) => storeFault(faults, message),
  });
});
afterEach(() => {
  for (const phone of phones.splice(0)) {
    media.closeLeg(phone.id);
    phone.close();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});
afterAll(() => media.close());

async function aPhone(
  id: string,
  { sends, secret }: { sends: number | null; secret?: SrtpCipherSession },
): Promise<RtpPhone> {
  const phone = new RtpPhone(id, sends, secret === undefined ? {} : { secrecy: secret });
  phones.push(phone);
  await phone.connect(media);
  return phone;
}

/** The far end's SRTP session, by another implementation. */
function secrecy(): SrtpCipherSession {
  function newKey(): SrtpKey {
    return {
      suite: "AES_CM_128_HMAC_SHA1_80",
      inline: randomBytes(30).toString("base64"),
    };
  }
  const keys = { ours: newKey(), theirs: newKey() };
  const mine = Buffer.from(keys.theirs.inline, "base64");
  const yours = Buffer.from(keys.ours.inline, "base64");
  const session = new SrtpSession({
    profile: 1,
    keys: {
      localMasterKey: mine.subarray(0, 16),
      localMasterSalt: mine.subarray(16),
      remoteMasterKey: yours.subarray(0, 16),
      remoteMasterSalt: yours.subarray(16),
    },
  });
  return {
    keys,
    seal: (packet) => session.encrypt(packet.subarray(12), RtpHeader.deSerialize(packet)),
    // RTCP reports have separate keys, which this telephone does not use.
    open: (packet) => ((packet[1] ?? 0) > 191 ? packet : session.decrypt(packet)),
  };
}

test("[XM72] [XM70] ASVS 17.2.3: an encrypted leg has sound in both directions, and unauthentic packets are dropped and counted", async () => {
  const secret = secrecy();
  const alice = await aPhone("alice", { sends: 440, secret });
  const bob = await aPhone("bob", { sends: 1000 });
  media.joinRoom("alice", "room", open);
  media.joinRoom("bob", "room", open);
  await eventually(() => alice.receivesTone(1000) && bob.receivesTone(440), "each other");
  const before = await media.stats("alice");
  expect(before?.packetsRejected).toBe(0);

  const plain = Buffer.alloc(172, 0x10);
  for (let n = 0; n < 200; n += 1) {
    const header = { payloadType: 0, marker: false, sequence: n, timestamp: n * 160, ssrc: 77 };
    writeRtpHeader(plain, header);
    // Sends from the right address: unencrypted, with a wrong tag, with another key, and truncated.
    alice.send(Buffer.from(plain));
    alice.send(Buffer.concat([plain, randomBytes(10)]));
    alice.send(secrecy().seal(Buffer.from(plain)));
    alice.send(plain.subarray(0, n % 24));
    // The tone's own packets need room in the socket's queue.
    if (n % 8 === 7) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  await eventually(
    () => alice.receivesTone(1000) && bob.receivesTone(440),
    "each other all the while",
  );
  await expect
    .poll(async () => (await media.stats("alice"))?.packetsRejected, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(400);
  const after = await media.stats("alice");
  expect(after?.packetsLost).toBeLessThan(100);
});

test("[XM70] [XI10] a sender without the key is never the far end, however early it sends", async () => {
  const secret = secrecy();
  const outsider = createSocket("udp4");
  await new Promise<void>((resolve) => outsider.bind(0, "127.0.0.1", () => resolve()));
  const carla = await aPhone("carla", { sends: null, secret });
  const dan = await aPhone("dan", { sends: 1000 });
  media.joinRoom("carla", "other", open);
  media.joinRoom("dan", "other", open);
  let stolen = 0;
  outsider.on("message", () => (stolen += 1));
  const packet = Buffer.alloc(182, 0x10);
  for (let n = 0; n < 100; n += 1) {
    const header = { payloadType: 0, marker: false, sequence: n, timestamp: n * 160, ssrc: 5 };
    writeRtpHeader(packet, header);
    outsider.send(Buffer.from(packet), carla.far.port, "127.0.0.1");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  carla.toneHz = 440;
  await eventually(() => carla.receivesTone(1000) && dan.receivesTone(440), "each other");

  expect(stolen).toBe(0);
  await new Promise<void>((resolve) => outsider.close(() => resolve()));
});
