import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MediaStreamTrack, RTCPeerConnection } from "werift";

import { hasTone, writeRtpHeader } from "@linedesk/audio";
import { startMedia } from "../src/host/start-media.ts";
import type { MediaEvent, MediaPort } from "../src/port/media-port.ts";
import { BrowserPhone } from "../src/testing/browser-phone.ts";
import { eventsOf, eventually, storeFault } from "../src/testing/media-events.ts";
import { readStrictly } from "../src/testing/recording-support.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

const open = { muted: false, hold: false };
/** The maximum of a jitter buffer: 500 ms and a packet. */
const mostAheadMs = 520;
const faults: string[] = [];
const ends: (() => unknown)[] = [];
let media: MediaPort;
let events: MediaEvent[];

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: async () => false,
    onFault: (message) => storeFault(faults, message),
  });
  events = eventsOf(media);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) {
    await end();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});
afterAll(() => media.close());

async function aConversation(name: string): Promise<{ isGood: () => boolean; gaps: () => number }> {
  const [alice, bob] = [new RtpPhone(`${name}-a`, 440), new RtpPhone(`${name}-b`, 1000)];
  for (const phone of [alice, bob]) {
    ends.push(() => {
      media.closeLeg(phone.id);
      phone.close();
    });
    await phone.connect(media);
    media.joinRoom(phone.id, name, open);
  }
  function isGood(): boolean {
    return alice.receivesTone(1000) && bob.receivesTone(440);
  }
  await eventually(isGood, "each other", 15_000);
  return { isGood, gaps: () => alice.gaps + bob.gaps };
}

async function aPeer(id: string) {
  const peer = new RTCPeerConnection({});
  peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), { direction: "sendrecv" });
  ends.push(async () => {
    media.closeLeg(id);
    await peer.close();
  });
  await peer.setLocalDescription(await peer.createOffer());
  const answer = await media.answerWebRtc(id, peer.localDescription?.sdp ?? "");
  async function connect(): Promise<void> {
    await peer.setRemoteDescription({ type: "answer", sdp: answer });
    await eventually(() => isConnected(id), `${id} connected`, 20_000);
  }
  return { peer, answer, connect, port: Number(/ 127\.0\.0\.1 (\d+) typ host/.exec(answer)?.[1]) };
}

function isConnected(leg: string): boolean {
  return events.some((event) => event.type === "leg.connected" && event.leg === leg);
}

async function aSocket(): Promise<{ socket: Socket; received: Buffer[] }> {
  const socket = createSocket("udp4");
  const received: Buffer[] = [];
  socket.on("message", (bytes) => received.push(bytes));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  ends.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { socket, received };
}

/** Returns a whole ClientHello of DTLS 1.2 that offers ECDHE suites and DTLS-SRTP. */
function clientHello(): Buffer {
  const extensions = Buffer.from(
    "000e00070004000100070000" + // use_srtp: AES_CM_128_HMAC_SHA1_80, AEAD_AES_128_GCM
      "000a00040002001d" + // supported_groups: x25519
      "000b00020100" + // ec_point_formats
      "000d0006000404030804", // signature_algorithms
    "hex",
  );
  const body = Buffer.concat([
    Buffer.from("fefd", "hex"),
    randomBytes(32),
    Buffer.from("0000", "hex"),
    Buffer.from("0004c02bc02f0100", "hex"),
    Buffer.from([extensions.length >> 8, extensions.length & 0xff]),
    extensions,
  ]);
  const size = Buffer.from([0, body.length >> 8, body.length & 0xff]);
  const handshake = Buffer.concat([
    Buffer.from([1]),
    size,
    Buffer.from([0, 0, 0, 0, 0]),
    size,
    body,
  ]);
  const head = Buffer.from("16feff0000000000000000", "hex");
  return Buffer.concat([
    head,
    Buffer.from([handshake.length >> 8, handshake.length & 0xff]),
    handshake,
  ]);
}

test("[XM74] ASVS 17.2.1: every leg has its own DTLS key", async () => {
  const legs = [await aPeer("key-1"), await aPeer("key-2")];
  const offers = [await media.offerWebRtc("key-3"), await media.offerWebRtc("key-4")];
  ends.push(() => ["key-3", "key-4"].forEach((id) => media.closeLeg(id)));

  const prints = [...legs.map(({ answer }) => answer), ...offers].map(
    (sdp) => /a=fingerprint:(sha-256 [0-9A-F:]{95})\r/.exec(sdp)?.[1],
  );

  expect(prints.every((print) => print !== undefined)).toBe(true);
  expect(new Set(prints.slice(2)).size).toBe(2);
  expect(new Set(prints).size).toBe(4);
});

test("[XM75] ASVS 17.2.2: a browser's audio has an approved protection", async () => {
  const { peer, connect } = await aPeer("profile");
  await connect();

  const [transport] = peer.dtlsTransports;
  // RFC 5764 and 7714: AES_CM_128_HMAC_SHA1_80 and AEAD_AES_128_GCM; neither NULL nor a short tag.
  expect([0x0001, 0x0007]).toContain(transport?.srtp.config.profile);
  expect(transport?.dtls?.remoteCertificate).toBeDefined();
});

test("[XM72] ASVS 17.2.3, 17.2.4: malformed and unauthentic packets from a browser's own address are dropped", async () => {
  const { peer, connect } = await aPeer("forger");
  await connect();
  const conversation = await aConversation("forger-room");
  media.joinRoom("forger", "forger-room", open);
  const connection = peer.iceTransports[0]?.connection;
  const before = await media.stats("forger");

  for (let n = 0; n < 1500; n += 1) {
    const packet = Buffer.alloc(182, n & 0xff);
    writeRtpHeader(packet, {
      payloadType: 0,
      marker: false,
      sequence: n,
      timestamp: n,
      ssrc: n % 7,
    });
    const shapes = [
      packet,
      packet.subarray(0, n % 40),
      Buffer.concat([Buffer.of(0x80 | (n & 0x3f), 200 + (n % 8)), randomBytes(n % 90)]),
      Buffer.concat([Buffer.from("16fefd0001000000000", "hex"), randomBytes(n % 200)]),
      Buffer.concat([Buffer.from("000100002112a442", "hex"), randomBytes(n % 60)]),
      randomBytes(n % 300),
    ];
    await connection?.send(shapes[n % shapes.length] ?? packet);
    if (n % 30 === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  await eventually(conversation.isGood, "the tones", 15_000);
  const after = await media.stats("forger");
  expect(after?.packetsReceived).toBe(before?.packetsReceived);
  expect(events).not.toContainEqual(expect.objectContaining({ type: "leg.digit", leg: "forger" }));
});

test("[XM77] ASVS 17.2.5: a flood on one leg causes no gap in other legs", async () => {
  const conversation = await aConversation("calm");
  const flooder = new RtpPhone("flooder", 600);
  ends.push(() => {
    media.closeLeg("flooder");
    flooder.close();
  });
  await flooder.connect(media);
  media.joinRoom("flooder", "flooded", open);
  await eventually(() => flooder.packets.length > 10, "sound at the flooder", 15_000);

  await flood(flooder);

  await eventually(conversation.isGood, "the tones", 15_000);
  expect(conversation.gaps()).toBe(0);
  // The flooded buffer holds at most the maximum, and then drains.
  async function bufferMs() {
    return (await media.stats("flooder"))?.bufferMs;
  }
  expect(await bufferMs()).toBeLessThanOrEqual(mostAheadMs);
  await expect.poll(bufferMs, { timeout: 15_000 }).toBeLessThanOrEqual(100);
});

test("[XM77] ASVS 17.2.7: a recording of a flooded leg continues, complete and on time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-flooded-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const [flooder, other] = [new RtpPhone("recorded", 600), new RtpPhone("heard", 1000)];
  for (const phone of [flooder, other]) {
    ends.push(() => {
      media.closeLeg(phone.id);
      phone.close();
    });
    await phone.connect(media);
    media.joinRoom(phone.id, "recorded", open);
  }
  await eventually(() => flooder.receivesTone(1000), "the other", 15_000);
  const path = join(folder, "RE1.wav");
  const plan = { path, leg: "recorded", track: "both", quietAfterMs: null } as const;
  media.recordings.start("flooded", plan);

  await flood(flooder);
  await eventually(() => flooder.receivesTone(1000), "the other after the flood", 15_000);
  media.recordings.stop("flooded");
  await eventually(() => recordingEnd("flooded") !== undefined, "its end", 15_000);

  expect(recordingEnd("flooded")).toMatchObject({ reason: "saved", fault: null });
  const { samples } = readStrictly(readFileSync(path));
  const windows = Array.from({ length: Math.floor(samples.length / 800) }, (_, i) =>
    hasTone(samples.subarray(i * 800, i * 800 + 800), 1000, 8000),
  );
  // A busy machine may stop the mixer briefly; the flood must not stop it permanently.
  expect(windows.filter((isAudible) => isAudible).length).toBeGreaterThan(10);
  expect(windows.slice(-10)).toContain(true);
});

function recordingEnd(recording: string) {
  for (const event of events) {
    if (event.type === "recording.ended" && event.recording === recording) {
      return event.end;
    }
  }
  return undefined;
}

/** Sends some 3000 packets a second, of the leg's own stream. */
async function flood(phone: RtpPhone): Promise<void> {
  const packet = Buffer.alloc(172, 0x20);
  for (let n = 0; n < 12_000; n += 1) {
    const header = { payloadType: 0, marker: false, sequence: n & 0xffff, timestamp: n, ssrc: 77 };
    writeRtpHeader(packet, header);
    phone.send(Buffer.from(packet));
    if (n % 40 === 39) {
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }
}

test("[XM78] ASVS 17.2.6: a ClientHello from an address without a STUN check is ignored", async () => {
  const { connect, port } = await aPeer("raced");
  const { socket, received } = await aSocket();
  const phone = new BrowserPhone("raced-browser", 440);
  ends.push(() => {
    media.closeLeg(phone.id);
    phone.close();
  });

  for (let n = 0; n < 50; n += 1) {
    socket.send(clientHello(), port, "127.0.0.1");
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await connect();
  socket.send(clientHello(), port, "127.0.0.1");
  await phone.call(media);
  await eventually(() => isConnected(phone.id), "another browser", 20_000);

  expect(received).toEqual([]);
  expect(events).not.toContainEqual(expect.objectContaining({ type: "leg.failed", leg: "raced" }));
});
