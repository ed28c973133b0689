import { createSocket } from "node:dgram";

import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import {
  announceStream,
  buildAnnouncement,
  buildSessionDescription,
  SAP_ADDRESS,
  SAP_PORT,
} from "./announce-stream.ts";

const localAddress = "127.0.0.1";
const session = {
  origin: localAddress,
  sessionId: Math.floor(Math.random() * 2 ** 31),
  name: "Linedesk line1",
  address: "239.69.1.2",
  port: 5004,
  ttl: 1,
  payloadType: 97,
};

test("[AS51] a stream is announced at once, again every 30 s, and withdrawn at the end", async () => {
  const clock = new FakeClock();
  const heads: number[] = [];
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  await new Promise<void>((resolve) => socket.bind(SAP_PORT, SAP_ADDRESS, resolve));
  socket.addMembership(SAP_ADDRESS, localAddress);
  const waiting = { count: 0, resolve: () => undefined as void };
  socket.on("message", (bytes) => {
    if (bytes.includes(`o=- ${session.sessionId} `)) {
      heads.push(bytes[0] ?? 0);
    }
    if (heads.length >= waiting.count) {
      waiting.resolve();
    }
  });
  function received(count: number): Promise<void> {
    return new Promise((resolve) => {
      Object.assign(waiting, { count, resolve });
      if (heads.length >= count) {
        resolve();
      }
    });
  }

  const stop = announceStream(session, { localAddress, clock });
  await received(1);
  await clock.advance(29_000);
  expect(heads).toEqual([0x20]);
  await clock.advance(1_000);
  await received(2);
  stop();
  await received(3);
  await clock.advance(60_000);

  expect(heads).toEqual([0x20, 0x20, 0x24]);
  socket.close();
});

const described = {
  origin: "192.0.2.10",
  sessionId: 77_000,
  name: "Linedesk\r\nline1",
  address: "239.69.1.2",
  port: 5004,
  ttl: 15,
  payloadType: 97,
};

test("[AS51] the session description names the stream and no reference clock", () => {
  expect(buildSessionDescription(described)).toBe(
    [
      "v=0",
      "o=- 77000 77000 IN IP4 192.0.2.10",
      "s=Linedesk  line1",
      "c=IN IP4 239.69.1.2/15",
      "t=0 0",
      "m=audio 5004 RTP/AVP 97",
      "a=rtpmap:97 L24/48000/1",
      "a=ptime:1",
      "a=maxptime:1",
      "a=sendonly",
      "a=mediaclk:sender",
      "",
    ].join("\r\n"),
  );
  expect(buildSessionDescription({ ...described, address: "192.0.2.20" })).toContain(
    "c=IN IP4 192.0.2.20\r\n",
  );
});

test("[AS51] announcement and withdrawal are SAP version 1 messages with the origin", () => {
  const announced = buildAnnouncement("v=0", { ...described, isDeletion: false });
  const withdrawn = buildAnnouncement("v=0", { ...described, isDeletion: true });

  expect(announced[0]).toBe(0x20);
  expect(withdrawn[0]).toBe(0x24);
  expect(announced.readUInt16BE(2)).toBe(77_000 & 0xffff);
  expect(withdrawn.subarray(2)).toEqual(announced.subarray(2));
  expect([...announced.subarray(4, 8)]).toEqual([192, 0, 2, 10]);
  expect(announced.toString("utf8", 8)).toBe("application/sdp\0v=0");
});
