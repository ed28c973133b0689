import { expect, test } from "vitest";

import { aTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneInvite } from "../../../testing/sip/scripted-phone.ts";
import { phoneAt, readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, type SipPlan, type Trunk } from "../trunks/trunk.ts";

const credentials = { username: "radio", password: "s3cret" };

function aRegisteredTrunk(name: string, host: string, parts: Partial<Trunk> = {}): Trunk {
  const registration = { registrars: [{ host, port: null }], expiresS: 600, user: null };
  return aTrunk(name, host, { credentials, registration, ...parts });
}

function startBench(plan: Partial<SipPlan> = {}): TestBench {
  const bench = new TestBench({ plan: { ...openPlan, ...plan } });
  bench.core.start();
  return bench;
}

async function methods(bench: TestBench): Promise<string[]> {
  await settled();
  return bench.firstLines().map((line) => line.split(" ")[0] ?? "");
}

async function isAccepted(bench: TestBench, address: string): Promise<boolean> {
  const before = bench.intake.calls.length;
  const id = `c${address}${before}`;
  await bench.receive(phoneInvite({ callId: id, branch: id }), { address, port: 5060 });
  bench.sent();
  return bench.intake.calls.length > before;
}

test("[AD82] a new trunk registers, is monitored and carries calls at once", async () => {
  const bench = startBench();
  expect(bench.core.findUnreachableReason("+61491570006", null)).toContain("no SIP trunk");

  bench.core.trunks.replaceAdded([aRegisteredTrunk("carrier", "192.0.2.1", { keepAliveS: 30 })]);

  expect(await methods(bench)).toEqual(["REGISTER", "OPTIONS"]);
  expect(bench.core.trunks.list()).toMatchObject([{ name: "carrier", configured: false }]);
  await bench.dial();
  expect(bench.sent()[0]).toMatchObject({ target: { address: "192.0.2.1" } });
});

test("[AD82] an unchanged list changes nothing, and a removed trunk unregisters", async () => {
  const bench = startBench();
  bench.core.trunks.replaceAdded([aRegisteredTrunk("carrier", "192.0.2.1")]);
  await settled();
  await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK"));

  bench.core.trunks.replaceAdded([aRegisteredTrunk("carrier", "192.0.2.1")]);
  expect(await methods(bench)).toEqual([]);
  expect(bench.core.trunks.list()).toMatchObject([{ registered: true }]);
  bench.core.trunks.replaceAdded([]);
  await settled();

  const [last] = bench.sent();
  expect(readHeader(last?.text ?? "", "Expires")).toBe("0");
  expect(bench.core.trunks.list()).toEqual([]);
});

test("[AD82] a changed trunk registers again only after the old one has unregistered", async () => {
  const bench = startBench();
  bench.core.trunks.replaceAdded([aRegisteredTrunk("carrier", "192.0.2.1")]);
  await settled();
  await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK"));

  bench.core.trunks.replaceAdded([
    aRegisteredTrunk("carrier", "192.0.2.1", { domain: "carrier.test" }),
  ]);
  await settled();
  const [unbinding, ...early] = bench.sent();
  expect(readHeader(unbinding?.text ?? "", "Expires")).toBe("0");
  expect(early).toEqual([]);
  await bench.receive(phoneAnswer(unbinding?.text ?? "", "200 OK"));

  expect(readHeader(bench.sent()[0]?.text ?? "", "Expires")).toBe("600");
});

test("[AD82] a configured trunk stays, and takes precedence over a new one with the same name", async () => {
  const bench = startBench({ trunks: [aTrunk("carrier", "192.0.2.1")] });

  bench.core.trunks.replaceAdded([aTrunk("carrier", "192.0.2.9"), aTrunk("spare", "192.0.2.2")]);

  expect(bench.core.trunks.list()).toMatchObject([
    { name: "carrier", hosts: ["192.0.2.1"], configured: true },
    { name: "spare", hosts: ["192.0.2.2"], configured: false },
  ]);
});

test("[AD82] with a new trunk, unauthenticated senders get no answer, unless a setting allows them", async () => {
  for (const staysOpen of [false, true]) {
    const bench = startBench({ staysOpen });
    expect(await isAccepted(bench, phoneAt.address)).toBe(true);
    bench.core.trunks.replaceAdded([aTrunk("carrier", "192.0.2.1")]);

    expect(await isAccepted(bench, "192.0.2.1")).toBe(true);
    expect(await isAccepted(bench, phoneAt.address)).toBe(staysOpen);
    bench.core.trunks.replaceAdded([]);
    expect(await isAccepted(bench, phoneAt.address)).toBe(true);
  }
});

test("[AD80] a probe tests a trunk by OPTIONS and REGISTER, and unregisters it again", async () => {
  const bench = startBench();
  const probing = bench.core.trunks.probe(aRegisteredTrunk("carrier", "192.0.2.1"));
  await settled();
  const [options, register] = bench.sent().toSorted((a, b) => (a.text < b.text ? -1 : 1));
  await bench.receive(phoneAnswer(options?.text ?? "", "200 OK"));
  await bench.receive(phoneAnswer(register?.text ?? "", "200 OK"));
  const [unbinding] = bench.sent();
  expect(readHeader(unbinding?.text ?? "", "Expires")).toBe("0");
  await bench.receive(phoneAnswer(unbinding?.text ?? "", "200 OK"));

  const good = { type: "answered", status: 200 };
  expect(await probing).toEqual({ hosts: [{ host: "192.0.2.1", options: good, register: good }] });
  expect(bench.core.trunks.list()).toEqual([]);
});

test("[AD80] the probe of a silent trunk ends within ten seconds", async () => {
  const bench = startBench();
  const probing = bench.core.trunks.probe(aRegisteredTrunk("carrier", "192.0.2.1"));

  await bench.clock.advance(8_000);
  await bench.clock.advance(2_000);

  const silent = { type: "failed", code: "ETIMEDOUT" };
  expect(await probing).toEqual({
    hosts: [{ host: "192.0.2.1", options: silent, register: silent }],
  });
});
