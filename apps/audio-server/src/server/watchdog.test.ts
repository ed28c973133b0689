import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { startWatchdog } from "./watchdog.ts";

test("[AS65] under systemd, and only there, READY is sent once and WATCHDOG twice per period", async () => {
  const clock = new FakeClock();
  const sent: string[] = [];
  const systemd = { NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "20000000" };

  const stop = startWatchdog(systemd, clock, (state) => sent.push(state));
  await clock.advance(30_000);
  stop();
  await clock.advance(30_000);
  expect(sent).toEqual(["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]);

  startWatchdog({}, clock, (state) => sent.push(state));
  startWatchdog({ NOTIFY_SOCKET: "/run/notify" }, clock, (state) => sent.push(state));
  await clock.advance(60_000);
  expect(sent.slice(4)).toEqual(["READY=1"]);
});
