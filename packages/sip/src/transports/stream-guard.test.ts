import { EventEmitter } from "node:events";
import type { Socket } from "node:net";

import { expect, test } from "vitest";

import { SteppedClock } from "@linedesk/base/testing";
import { StreamGuard } from "./stream-guard.ts";

function aGuard(abused: string[] = []): StreamGuard {
  return new StreamGuard({
    clock: new SteppedClock(0),
    limits: {
      maxConnections: 8,
      maxPerAddress: 2,
      connects: { perSecond: 1, burst: 3 },
      bytes: { perSecond: 1, burst: 1000 },
    },
    access: {
      mayConnect: () => true,
      isUntrusted: (address) => address !== "192.0.2.9",
      onAbuse: (address) => abused.push(address),
    },
  });
}

function aSocket(remoteAddress: string): Socket {
  return Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
}

test("[XI19] unauthenticated senders may have half of the connections, and open a new one when one ends", () => {
  const guard = aGuard();
  const untrusted = [1, 2, 3, 4, 5].map((last) => aSocket(`192.0.2.1${last}`));

  const taken = untrusted.map((socket) => guard.admits(socket));
  untrusted[0]?.emit("close");

  expect(taken).toEqual([true, true, true, true, false]);
  expect(guard.admits(aSocket("192.0.2.20"))).toBe(true);
  expect(guard.admits(aSocket("192.0.2.21"))).toBe(false);
  expect(guard.admits(aSocket("192.0.2.9"))).toBe(true);
});

test("[XI19] IPv6 addresses with the same /64 prefix count as one for connections, attempts and bytes", () => {
  const abused: string[] = [];
  const guard = aGuard(abused);

  const taken = [1, 2, 3, 4].map((last) => guard.admits(aSocket(`2001:db8:0:1::${last}`)));

  expect(taken).toEqual([true, true, false, false]);
  expect(abused).toEqual(["2001:db8:0:1::4"]);
  expect(guard.admitsBytes("2001:db8:0:1::1", 800)).toBe(true);
  expect(guard.admitsBytes("2001:db8:0:1::2", 800)).toBe(false);
  expect(guard.admitsBytes("2001:db8:0:2::2", 800)).toBe(true);
  expect(guard.admits(aSocket("2001:db8:0:2::1"))).toBe(true);
});
