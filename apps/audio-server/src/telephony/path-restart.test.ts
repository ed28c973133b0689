import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { PathRestart } from "./path-restart.ts";

const office = "192.0.2.10";
const audio = "198.51.100.10";

function aCall() {
  const clock = new FakeClock();
  const now = { addresses: [office, audio], isConnected: true };
  const restart = new PathRestart({
    clock,
    listAddresses: () => now.addresses,
    isConnected: () => now.isConnected,
  });
  function seek(): { isWanted: boolean | null } {
    const seen: { isWanted: boolean | null } = { isWanted: null };
    void restart.isWanted().then((isWanted) => {
      seen.isWanted = isWanted;
    });
    return seen;
  }
  return { clock, now, seek };
}

test("[AS110] a path that was lost outside this machine is replaced at once", async () => {
  const { clock, now, seek } = aCall();
  now.isConnected = false;

  const seen = seek();
  await clock.advance(0);

  expect(seen.isWanted).toBe(true);
});

test("[AS110] no new path is requested while the cable is out, nor when the old path continues", async () => {
  const { clock, now, seek } = aCall();
  now.addresses = [audio];
  now.isConnected = false;
  const first = seek();
  await clock.advance(4_000);
  const second = seek();
  await clock.advance(6_000);
  expect([first.isWanted, second.isWanted]).toEqual([null, null]);

  now.addresses = [audio, office];
  await clock.advance(500);
  expect([first.isWanted, second.isWanted]).toEqual([null, null]);
  now.isConnected = true;
  await clock.advance(500);

  expect([first.isWanted, second.isWanted]).toEqual([false, false]);
});

test("[AS110] one new path is requested when the old path does not continue, even after a change of address", async () => {
  const { clock, now, seek } = aCall();
  now.addresses = [audio];
  now.isConnected = false;
  const first = seek();
  await clock.advance(4_000);
  const second = seek();

  now.addresses = [audio, "203.0.113.7"];
  await clock.advance(4_000);

  expect([first.isWanted, second.isWanted]).toEqual([false, true]);
});

test("[AS110] after half a minute without a network the SDK requests a path as usual", async () => {
  const { clock, now, seek } = aCall();
  now.addresses = [];
  now.isConnected = false;

  const seen = seek();
  await clock.advance(31_000);

  expect(seen.isWanted).toBe(true);
});
