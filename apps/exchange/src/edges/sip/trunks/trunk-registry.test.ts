import { describe, expect, test } from "vitest";

import type { SipResolver } from "@linedesk/sip";
import { phoneInvite } from "../../../testing/sip/scripted-phone.ts";
import { settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { plainTrunk, type Trunk } from "./trunk.ts";

const carrier = { host: "sip.carrier.example", port: null };
const registrar = { host: "reg.carrier.example", port: null };

async function started(
  trunk: Trunk,
  addressOf: (host: string) => string,
): Promise<{ bench: TestBench; callsFrom: (address: string) => Promise<boolean> }> {
  const resolver: SipResolver = {
    resolve: ({ host }) => Promise.resolve([{ address: addressOf(host), port: 5060 }]),
  };
  const bench = new TestBench({
    plan: { trunks: [trunk], phones: [], isClosed: true },
    resolver,
    limits: { ban: { strikes: 1000, withinMs: 1, banMs: 1 } },
  });
  bench.core.start();
  await settled();
  let calls = 0;
  async function callsFrom(address: string): Promise<boolean> {
    calls += 1;
    const before = bench.intake.calls.length;
    const invite = phoneInvite({ callId: `c${calls}`, branch: `b${calls}` });
    await bench.receive(invite, { address, port: 5060 });
    return bench.intake.calls.length > before;
  }
  return { bench, callsFrom };
}

describe("[XI140] the calls of a trunk come from", () => {
  test("its registrar, even when the registrar is not one of its hosts", async () => {
    const registration = { registrars: [registrar], expiresS: 600, user: null };
    const trunk = { ...plainTrunk("carrier", [carrier]), registration };
    const { callsFrom } = await started(trunk, (host) =>
      host === registrar.host ? "203.0.113.2" : "203.0.113.1",
    );

    expect(await callsFrom("203.0.113.1")).toBe(true);
    expect(await callsFrom("203.0.113.2")).toBe(true);
    expect(await callsFrom("203.0.113.3")).toBe(false);
  });

  test("the registrar's own address when only this address is configured", async () => {
    const address = { host: "203.0.113.2", port: null };
    const registration = { registrars: [address], expiresS: 600, user: null };
    const trunk = { ...plainTrunk("carrier", [carrier]), registration };
    const { callsFrom } = await started(trunk, () => "203.0.113.1");

    expect(await callsFrom("203.0.113.2")).toBe(true);
  });

  test("each address that its names had in the last hour, and no longer", async () => {
    let now = "203.0.113.1";
    const trunk = plainTrunk("carrier", [carrier]);
    const { bench, callsFrom } = await started(trunk, () => now);

    now = "203.0.113.2";
    await bench.clock.advance(61_000);
    const soon = [await callsFrom("203.0.113.1"), await callsFrom("203.0.113.2")];
    await bench.clock.advance(3_700_000);
    const later = [await callsFrom("203.0.113.1"), await callsFrom("203.0.113.2")];

    expect(soon).toEqual([true, true]);
    expect(later).toEqual([false, true]);
  });
});
