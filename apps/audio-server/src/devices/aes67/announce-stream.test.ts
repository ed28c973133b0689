import { createSocket } from "node:dgram";

import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { announceStream } from "./announce-stream.ts";
import { SAP_ADDRESS, SAP_PORT } from "./stream-session.ts";

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

test("[AS51] a stream is announced at once and every 30 s, and withdrawn at the end", async () => {
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
