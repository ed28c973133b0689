import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MediaStreamTrack, RTCPeerConnection, RtpHeader } from "werift";

import { writeRtpHeader } from "@linedesk/audio";
import { processVitals } from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { AttackedExchange, dialled } from "./attacked-exchange.ts";
import { Attackers } from "./attackers.ts";
import { callTo } from "./hostile-telephone.ts";

let attacked: AttackedExchange;
let attackers: Attackers;

beforeAll(async () => {
  attacked = await AttackedExchange.start();
  attackers = await Attackers.many(20);
});
afterAll(async () => {
  await attackers?.close();
  await attacked?.close();
});

const sizes = fc.oneof(
  fc.constantFrom(0, 1, 4, 160, 160, 161, 1400, 9000, 60_000),
  fc.nat({ max: 400 }),
);

/** RTP packets with any value in each header field, of any size, often with a wrong first byte. */
const rtp: fc.Arbitrary<Uint8Array> = fc
  .record({
    payloadType: fc.constantFrom(0, 0, 8, 13, 18, 96, 101, 101, 111, 127),
    marker: fc.boolean(),
    sequence: fc.nat({ max: 65_535 }),
    timestamp: fc.nat({ max: 2 ** 32 - 1 }),
    ssrc: fc.nat({ max: 2 ** 32 - 1 }),
    size: sizes,
    first: fc.constantFrom(0x80, 0x80, 0x80, 0x90, 0xa0, 0xb0, 0x8f, 0x00, 0x40, 0xc0),
    fill: fc.nat({ max: 255 }),
  })
  .map(({ size, first, fill, ...header }) => {
    const packet = Buffer.alloc(12 + size, fill);
    writeRtpHeader(packet, header);
    packet[0] = first;
    return packet;
  });

/** DTMF events whose payload has any content and any length up to 12 bytes. */
const dtmf: fc.Arbitrary<Uint8Array> = fc
  .tuple(rtp, fc.uint8Array({ maxLength: 12 }))
  .map(([packet, payload]) => {
    const whole = Buffer.concat([packet.subarray(0, 12), payload]);
    whole[1] = 101;
    return whole;
  });

const rtcp: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom(200, 201, 202, 203, 204, 205, 206, 207),
    fc.constantFrom(0x80, 0x81, 0x9f, 0xa0, 0xbf),
    fc.oneof(fc.constantFrom(0, 1, 6, 65_535), fc.nat({ max: 40 })),
    fc.uint8Array({ maxLength: 200 }),
  )
  .map(([type, first, words, rest]) =>
    Buffer.concat([Uint8Array.of(first, type, words >> 8, words & 0xff), rest]),
  );

/** STUN and TURN messages whose attributes have wrong lengths. */
const stun: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom(0x0001, 0x0101, 0x0111, 0x0003, 0x0011),
    fc.array(fc.tuple(fc.constantFrom(6, 8, 0x20, 0x24, 0x25, 0x8028, 0x802a, 9), fc.nat(70)), {
      maxLength: 5,
    }),
    fc.uint8Array({ maxLength: 100 }),
  )
  .map(([type, attributes, rest]) => {
    const body = Buffer.concat([
      ...attributes.map(([name, length]) => Uint8Array.of(name >> 8, name & 0xff, 0, length)),
      rest,
    ]);
    const head = Buffer.alloc(20);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(body.length & 0xfffc, 2);
    head.writeUInt32BE(0x2112a442, 4);
    return Buffer.concat([head, body]);
  });

/** Records of DTLS 1.2 with any length, whose handshake messages are cut or out of order. */
const dtls: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom(20, 21, 22, 22, 22, 23),
    fc.constantFrom(1, 2, 11, 14, 16, 20, 255),
    fc.nat({ max: 65_535 }),
    fc.uint8Array({ maxLength: 300 }),
  )
  .map(([type, handshake, length, rest]) => {
    const head = Buffer.from([type, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, length >> 8, length & 255]);
    return Buffer.concat([head, Uint8Array.of(handshake, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 50), rest]);
  });

function sample(arbitrary: fc.Arbitrary<Uint8Array>, seed: number, numRuns: number) {
  return fc.sample(arbitrary, { seed, numRuns });
}

function anything(seed: number): Uint8Array[] {
  return [
    ...sample(rtp, seed, 150),
    ...sample(dtmf, seed, 80),
    ...sample(rtcp, seed, 80),
    ...sample(stun, seed, 80),
    ...sample(dtls, seed, 80),
    ...sample(fc.uint8Array({ maxLength: 1500 }), seed, 50),
  ];
}

describe("hostile packets", () => {
  test("[XM19] [XM38] [XI10] from foreign senders to every open media port do not affect the call", async () => {
    await attacked.survives(async (round) => {
      const { udpPorts } = await processVitals(attacked.pid);
      for (const port of udpPorts) {
        if (port !== attacked.sip.port) {
          await attackers.fire(anything(100 + round), port);
        }
      }
    });

    expect(attacked.isRunning).toBe(true);
  });

  test("[XM19] [XM38] from an admitted telephone affect only its own call", async () => {
    await attacked.survives(async (round) => {
      const telephone = await Attackers.at(["127.0.0.1"]);
      const call = await callTo(attacked.sip, dialled, telephone);
      const good = Buffer.alloc(172, 0xff);
      writeRtpHeader(good, { payloadType: 0, marker: true, sequence: 1, timestamp: 1, ssrc: 9 });
      await telephone.fire([good], call.rtpPort);
      await telephone.fire(anything(200 + round), call.rtpPort);
      await telephone.fire(sample(rtcp, 300 + round, 200), call.rtpPort + 1);
      await call.hangUp();
      await telephone.close();
    });

    expect(attacked.isRunning).toBe(true);
  });

  test("[XM19] [XM38] from an admitted browser, properly encrypted, affect no other call", async () => {
    await attacked.survives(async (round) => {
      const socket = await RawSocket.open(attacked.signalUrl);
      socket.send("listen", { token: attacked.token(`mallory-${round}`), reconnectTimeout: 0 });
      await socket.waitFor("connected");
      const peer = new RTCPeerConnection({});
      peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), { direction: "sendrecv" });
      await peer.setLocalDescription(await peer.createOffer());
      const sdp = String(peer.localDescription?.sdp);
      socket.send("invite", { callsid: "TJSbad", sdp, twilio: {} });
      const answer = String((await socket.waitFor("answer"))["sdp"]);
      await peer.setRemoteDescription({ type: "answer", sdp: answer });
      await eventually(
        async () => peer.connectionState,
        (state) => state === "connected",
      );
      const [transport] = peer.dtlsTransports;
      for (const [index, packet] of [
        ...sample(rtp, 400 + round, 300),
        ...sample(dtmf, 400, 100),
      ].entries()) {
        const header = RtpHeader.deSerialize(Buffer.from([0x80, ...packet.subarray(1, 12)]));
        await transport?.sendRtp(Buffer.from(packet.subarray(12, 1300)), header);
        if (index % 20 === 0) {
          await new Promise((resolve) => setTimeout(resolve, 3));
        }
      }
      for (const packet of sample(rtcp, 500 + round, 100)) {
        const raw = Buffer.from(packet);
        if (raw.length < 8) {
          continue;
        }
        await transport?.sendRtcp([{ serialize: () => raw }] as never);
      }
      socket.send("hangup", { callsid: "TJSbad" });
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.close();
      await peer.close();
    });

    expect(attacked.isRunning).toBe(true);
  });
});
