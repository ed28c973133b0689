import { afterEach, expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { CallPeer } from "../src/telephony/call-peer.ts";
import { LineTrack } from "../src/telephony/line-stream.ts";
import { FakeRelay, type RelayBehaviour } from "./support/fake-relay.ts";
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

test.each<[RelayBehaviour, number]>([
  ["answers", 0],
  ["answers", 200],
  ["refuses", 200],
  ["is silent", 200],
  ["answers late", 200],
])(
  "[AS124] a call whose relay %s leaves no port open when it ends after %i ms",
  async (behaviour, afterMs) => {
    const relay = await FakeRelay.open(behaviour);
    ends.push(() => relay.close());
    const peer = await seekPath(relay.url);
    await wait(afterMs);
    peer.close();
    await wait(600);
    expect(countPorts()).toBe(1);
    expect(relay.refreshes.filter((seconds) => seconds > 0)).toEqual([]);
  },
);
