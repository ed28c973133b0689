import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";

import { hasTone, muLaw, writeRtpHeader } from "@linedesk/audio";
import { openPlan, plainTrunk } from "../../src/edges/sip/trunks/trunk.ts";
import { phoneAnswer } from "../../src/testing/sip/scripted-phone.ts";
import { readHeader, TestSink } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  until,
} from "../support/sip-support.ts";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const tagBytes = 4;
const headerBytes = 12;
const samplesOfPacket = 160;

/** RFC 3711 anew, for one direction, with AES_CM_128_HMAC_SHA1_32; no packet is beyond 65535. */
class ShortTagged {
  readonly #key: Buffer;
  readonly #salt: Buffer;
  readonly #authKey: Buffer;

  constructor(inline: string) {
    const master = Buffer.from(inline, "base64");
    function derive(label: number, length: number): Buffer {
      const iv = Buffer.concat([master.subarray(16), Buffer.alloc(2)]);
      iv.writeUInt8(iv.readUInt8(7) ^ label, 7);
      return counted(master.subarray(0, 16), iv, Buffer.alloc(length));
    }
    this.#key = derive(0, 16);
    this.#authKey = derive(1, 20);
    this.#salt = derive(2, 14);
  }

  seal(packet: Buffer): Buffer {
    const hidden = this.#turn(packet);
    return Buffer.concat([hidden, this.#tagOf(hidden)]);
  }

  /** Null where the tag is not the packet's. */
  open(sealed: Buffer): Buffer | null {
    const hidden = sealed.subarray(0, -tagBytes);
    return this.#tagOf(hidden).equals(sealed.subarray(-tagBytes)) ? this.#turn(hidden) : null;
  }

  #turn(packet: Buffer): Buffer {
    const iv = Buffer.concat([this.#salt, Buffer.alloc(2)]);
    for (let n = 0; n < 4; n += 1) {
      iv.writeUInt8(iv.readUInt8(4 + n) ^ packet.readUInt8(8 + n), 4 + n);
    }
    iv.writeUInt16BE(iv.readUInt16BE(12) ^ packet.readUInt16BE(2), 12);
    const payload = counted(this.#key, iv, packet.subarray(headerBytes));
    return Buffer.concat([packet.subarray(0, headerBytes), payload]);
  }

  #tagOf(hidden: Buffer): Buffer {
    const whole = createHmac("sha1", this.#authKey).update(hidden).update(Buffer.alloc(4)).digest();
    return whole.subarray(0, tagBytes);
  }
}

function counted(key: Buffer, iv: Buffer, text: Buffer): Buffer {
  return createCipheriv("aes-128-ctr", key, iv).update(text);
}

async function bound(): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket("udp4");
  cleanup.add(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  return { socket, port: (socket.address() as AddressInfo).port };
}

/** The sound of a far end: 600 Hz out, what comes in is kept. */
async function aSound({ ours, theirs }: { ours: ShortTagged; theirs: ShortTagged }): Promise<{
  port: number;
  receives: (toneHz: number) => boolean;
  lengths: Set<number>;
  start: (port: number) => void;
}> {
  const { socket, port } = await bound();
  const received: number[] = [];
  const lengths = new Set<number>();
  socket.on("message", (bytes) => {
    // Reports have keys of their own, which are not derived here.
    if (bytes.readUInt8(1) >= 192) {
      return;
    }
    const packet = theirs.open(bytes);
    if (packet === null || (packet.readUInt8(1) & 127) !== 0) {
      return;
    }
    lengths.add(bytes.length);
    const samples = new Int16Array(packet.length - headerBytes);
    muLaw.decode(packet, headerBytes, samples.length, samples);
    received.push(...samples);
    received.splice(0, Math.max(0, received.length - 8000));
  });
  let sequence = 0;
  function speak(to: number): void {
    const samples = Int16Array.from({ length: samplesOfPacket }, (_, n) => {
      const at = sequence * samplesOfPacket + n;
      return Math.round(8000 * Math.sin((2 * Math.PI * 600 * at) / 8000));
    });
    const packet = Buffer.alloc(headerBytes + samplesOfPacket);
    const timestamp = sequence * samplesOfPacket;
    writeRtpHeader(packet, { payloadType: 0, marker: false, sequence, timestamp, ssrc: 7 });
    muLaw.encode(samples, samplesOfPacket, packet, headerBytes);
    socket.send(ours.seal(packet), to, "127.0.0.1");
    sequence += 1;
  }
  function start(to: number): void {
    const timer = setInterval(() => speak(to), 20);
    cleanup.add(() => clearInterval(timer));
  }
  function receives(toneHz: number): boolean {
    return hasTone(Int16Array.from(received), toneHz, 8000);
  }
  return { port, receives, lengths, start };
}

test("[XI47] [XM70] a call whose far end takes the suite of the 32-bit tag is heard both ways", async () => {
  const media = await realMedia(cleanup);
  const hall = await anExchange(cleanup, { media });
  hall.intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const alice = await aListener(cleanup, hall.sip, { sends: 1000 });
  await alice.answered;
  const { socket, port } = await bound();
  const plain = plainTrunk("carrier", [{ host: "127.0.0.1", port }]);
  const trunk = { ...plain, srtp: "required" as const, allowsUnencryptedKeys: true };
  const exchange = await anExchange(cleanup, { media, plan: { ...openPlan, trunks: [trunk] } });
  const invited = new Promise<string>((resolve) => {
    socket.on("message", (bytes) => {
      const text = bytes.toString();
      if (text.startsWith("INVITE ")) {
        resolve(text);
      }
      if (!text.startsWith("BYE ")) {
        return;
      }
      socket.send(phoneAnswer(text, "200 OK"), exchange.sip.address.port, "127.0.0.1");
    });
  });

  const sink = new TestSink();
  const request = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };
  const leg = exchange.sip.dialer.dial({ callSid: "CA1", ...request }, sink);
  const invite = await invited;
  const [, tag = "", offered = ""] =
    /a=crypto:(\d+) AES_CM_128_HMAC_SHA1_32 inline:(\S+)/.exec(invite) ?? [];
  const own = randomBytes(30).toString("base64");
  const sound = await aSound({ ours: new ShortTagged(own), theirs: new ShortTagged(offered) });
  const sdp = [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "c=IN IP4 127.0.0.1",
    "t=0 0",
    `m=audio ${sound.port} RTP/SAVP 0`,
    `a=crypto:${tag} AES_CM_128_HMAC_SHA1_32 inline:${own}`,
    "",
  ].join("\r\n");
  const answer = phoneAnswer(invite, "200 OK", { body: sdp }).replace(
    /^Contact: .*$/m,
    `Contact: <sip:far@127.0.0.1:${port}>`,
  );
  socket.send(answer, exchange.sip.address.port, "127.0.0.1");
  await until("it is answered", () => sink.events.includes("answered"));
  media.joinRoom(leg.id, "studio", { muted: false, hold: false });
  sound.start(Number(/^m=audio (\d+)/m.exec(invite)?.[1]));

  await until("alice hears the far end", () => alice.toneAmplitude(600) > 0.05);
  await until("the far end hears alice", () => sound.receives(1000));
  const stats = await media.stats(leg.id);
  leg.hangUp();

  expect(readHeader(invite, "Content-Type")).toBe("application/sdp");
  expect([...sound.lengths]).toEqual([headerBytes + samplesOfPacket + tagBytes]);
  expect(stats?.packetsRejected).toBe(0);
});
