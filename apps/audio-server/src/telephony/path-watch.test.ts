import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { PathWatch } from "./path-watch.ts";

test("[AS110] a path is lost after three seconds without packets, and restored by the next packet", async () => {
  const clock = new FakeClock();
  const now = { isOpen: false, isFailed: false };
  const seen: string[] = [];
  const watch = new PathWatch({
    clock,
    isOpen: () => now.isOpen,
    isFailed: () => now.isFailed,
    onState: () => seen.push(watch.state),
  });
  async function receiveFor(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 20) {
      watch.noteReceived();
      await clock.advance(20);
    }
  }

  watch.begin();
  await clock.advance(1_000);
  now.isOpen = true;
  await clock.advance(500);
  await receiveFor(5_000);
  expect(seen).toEqual(["checking", "connected"]);

  await clock.advance(2_500);
  expect(seen).toHaveLength(2);
  await clock.advance(1_000);
  watch.noteReceived();
  expect(seen.slice(2)).toEqual(["disconnected", "connected"]);

  now.isFailed = true;
  await clock.advance(500);
  now.isFailed = false;
  await receiveFor(500);
  watch.close();
  watch.noteReceived();
  await clock.advance(5_000);
  expect(seen.slice(4)).toEqual(["failed", "connected", "closed"]);
});
