import { afterEach, expect, test } from "vitest";
import { Connection, type Protocol } from "werift";

import { PathGuard } from "../src/telephony/path-guard.ts";
import { until } from "./support/until.ts";

const ends: Connection[] = [];

afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end.close()));
});

function openEnd(isControlling: boolean): Connection {
  const end = new Connection(isControlling, {
    useIpv6: false,
    additionalHostAddresses: ["127.0.0.1"],
  });
  delete end.stunServer;
  ends.push(end);
  return end;
}

function meet(one: Connection, other: Connection): void {
  const { localUsername, localPassword } = other;
  one.setRemoteParams({
    iceLite: false,
    usernameFragment: localUsername,
    password: localPassword,
  });
}

async function check(far: Connection, near: Connection, count: number): Promise<void> {
  const protocols: Protocol[] = far["protocols"];
  const protocol = protocols.find(({ localIp }) => localIp === "127.0.0.1");
  const at = near.localCandidates.find(({ host }) => host === "127.0.0.1");
  const { localUsername, remoteUsername, remotePassword } = far;
  for (let sent = 0; sent < count; sent += 1) {
    const request = far["buildRequest"]({
      nominate: false,
      localUsername,
      remoteUsername,
      iceControlling: false,
    });
    await protocol
      ?.request(request, [at?.host ?? "", at?.port ?? 0], Buffer.from(remotePassword), {
        retransmissions: 0,
        responseTimeout: 5,
      })
      .catch(() => undefined);
  }
}

test("[AS124] at most 256 checks of the far end are kept, before the answer and after it", async () => {
  const [near, far] = [openEnd(true), openEnd(false)];
  new PathGuard(near, () => false).noteOffer();
  await Promise.all([near.gatherCandidates(), far.gatherCandidates()]);
  meet(far, near);
  await check(far, near, 300);
  expect(near["earlyChecks"]).toHaveLength(256);

  meet(near, far);
  for (const candidate of far.localCandidates) {
    await near.addRemoteCandidate(candidate);
  }
  for (const candidate of near.localCandidates) {
    await far.addRemoteCandidate(candidate);
  }
  await near.addRemoteCandidate(undefined);
  await far.addRemoteCandidate(undefined);
  await Promise.all([near.connect(), far.connect()]);
  await until("a path is there", () => near.nominated !== undefined);
  const known = () => near.checkList.map((pair) => pair["requestTransactionIds"].size);
  for (let turn = 0; turn < 3; turn += 1) {
    await check(far, near, 150);
    expect(Math.max(...known())).toBeLessThanOrEqual(256);
  }
  expect(Math.max(...known())).toBeGreaterThan(0);
});
