import { expect, test } from "vitest";

import { Lateness } from "./lateness.ts";

const PACKET_MS = 20;

function aStream() {
  const lateness = new Lateness();
  let sentMs = 0;
  function send(packets: number, lateMs: (packet: number) => number): number[] {
    return Array.from({ length: packets }, (_, packet) => {
      sentMs += PACKET_MS;
      const cameMs = sentMs + 7_000 + lateMs(packet);
      lateness.note(sentMs, cameMs);
      return lateness.lateMs(sentMs, cameMs);
    });
  }
  function seconds(count: number): number {
    return (count * 1000) / PACKET_MS;
  }
  return { lateness, send, seconds };
}

test("[AS121] packets that arrive in time add no delay, however far the clocks drift apart", () => {
  const { lateness, send, seconds } = aStream();

  const late = send(seconds(1_800), (packet) => packet * PACKET_MS * 1e-4);

  expect(Math.max(...late)).toBeLessThan(2);
  expect(lateness.extraMs).toBe(0);
});

test("[AS121] one late packet adds no delay, and a second within a minute adds a delay for a minute", () => {
  const { lateness, send, seconds } = aStream();
  send(seconds(5), () => 0);

  send(1, () => 60);
  send(seconds(1), () => 0);
  expect(lateness.extraMs).toBe(0);

  send(1, () => 80);
  expect(lateness.extraMs).toBe(50);
  send(seconds(58), () => 0);
  expect(lateness.extraMs).toBe(50);
  send(seconds(3), () => 0);
  expect(lateness.extraMs).toBe(0);
});

test("[AS121] the delay grows within a second on a network with continual jitter, to at most 200 ms", () => {
  const { lateness, send, seconds } = aStream();
  send(seconds(2), () => 0);

  send(seconds(1), (packet) => (packet % 5) * 15);
  expect(lateness.extraMs).toBe(50);
  send(seconds(2), (packet) => (packet % 5) * 200);
  expect(lateness.extraMs).toBe(200);
});

test("[AS121] lateness in the first second, or from a path that is longer from now on, is soon ignored", () => {
  const { lateness, send, seconds } = aStream();
  send(10, (packet) => packet * 30);
  send(seconds(1), () => 0);
  expect(lateness.extraMs).toBe(0);

  const late = send(seconds(12), () => 40);

  expect(late.at(0)).toBe(40);
  expect(late.at(-1)).toBe(0);
});
