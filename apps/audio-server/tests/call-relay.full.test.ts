import { createServer } from "node:net";

import { afterEach, expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { CallPeer } from "../src/telephony/call-peer.ts";
import { LineTrack } from "../src/telephony/line-stream.ts";
import { FakeRelay, type RelayMood } from "./support/fake-relay.ts";
import { until } from "./support/until.ts";

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) {
    end();
  }
  await until("all ports are closed", () => countPorts() === 0);
});

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

async function seekPath(url: string): Promise<CallPeer> {
  const peer = new CallPeer(systemClock, null, {
    iceServers: [{ urls: url, username: "a line", credential: "a password" }],
  });
  peer.addTrack(new LineTrack());
  ends.push(() => peer.close());
  await peer.createOffer();
  void peer.setLocalDescription();
  return peer;
}

function countPorts(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith("UDP")).length;
}

test.each<[RelayMood, number]>([
  ["answers", 0],
  ["answers", 200],
  ["refuses", 200],
  ["is silent", 200],
  ["answers late", 200],
])(
  "[AS124] a call whose relay %s has no port open after its end, which comes after %i ms",
  async (mood, afterMs) => {
    const relay = await FakeRelay.open(mood);
    ends.push(() => relay.close());
    const peer = await seekPath(relay.url);
    await wait(afterMs);
    peer.close();
    await wait(600);
    expect(countPorts()).toBe(1);
    expect(relay.refreshes.filter((seconds) => seconds > 0)).toEqual([]);
  },
);

test("[AS124] a relay that refuses has its port closed at once, while the call goes on", async () => {
  const relay = await FakeRelay.open("refuses");
  ends.push(() => relay.close());
  const peer = await seekPath(relay.url);
  await until("it was asked", () => relay.allocations > 0);
  await wait(200);
  const hosts = peer.localDescription?.sdp.match(/^a=candidate/gm) ?? [];
  expect(hosts.length).toBeGreaterThan(0);
  expect(countPorts()).toBe(1 + hosts.length);
});

test("[AS124] a relay by TCP that closes the connection is not connected with again", async () => {
  let connections = 0;
  const relay = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).end();
  });
  ends.push(() => relay.close());
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const at = relay.address();
  const port = typeof at === "object" ? at?.port : undefined;
  await seekPath(`turn:127.0.0.1:${port}?transport=tcp`);
  await until("it is connected", () => connections > 0);
  await wait(500);
  expect(connections).toBe(1);
});
