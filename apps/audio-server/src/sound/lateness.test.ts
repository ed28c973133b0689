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

test("[AS121] what is never late is waited for no longer, however far the clocks are apart", () => {
  const { lateness, send, seconds } = aStream();

  const late = send(seconds(1_800), (packet) => packet * PACKET_MS * 1e-4);

  expect(Math.max(...late)).toBeLessThan(2);
  expect(lateness.extraMs).toBe(0);
});

test("[AS121] what was lacked once is not kept, what was lacked twice is, for a minute", () => {
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

test("[AS121] a network that is late all the time is waited for within a second, 200 ms at most", () => {
  const { lateness, send, seconds } = aStream();
  send(seconds(2), () => 0);

  send(seconds(1), (packet) => (packet % 5) * 15);
  expect(lateness.extraMs).toBe(50);
  send(seconds(2), (packet) => (packet % 5) * 200);
  expect(lateness.extraMs).toBe(200);
});

test("[AS121] the first second, and a path that takes longer from now on, are soon no lateness", () => {
  const { lateness, send, seconds } = aStream();
  send(10, (packet) => packet * 30);
  send(seconds(1), () => 0);
  expect(lateness.extraMs).toBe(0);

  const late = send(seconds(12), () => 40);

  expect(late.at(0)).toBe(40);
  expect(late.at(-1)).toBe(0);
});
