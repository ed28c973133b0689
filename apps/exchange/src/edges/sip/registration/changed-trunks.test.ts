import { expect, test } from "vitest";

import type { SipHost } from "@linedesk/sip";
import { aTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneInvite, phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, type Trunk } from "../trunks/trunk.ts";

const credentials = { username: "radio", password: "s3cret" };
const carrierAt = { address: "192.0.2.1", port: 5060 };
const hosts: SipHost[] = ["192.0.2.1", "192.0.2.2"].map((host) => ({ host, port: null }));

function aRegisteredTrunk(parts: Partial<Trunk> = {}): Trunk {
  const registration = { registrars: hosts, expiresS: 600, user: null };
  return aTrunk("carrier", "192.0.2.1", { hosts, credentials, registration, ...parts });
}

async function startBench(trunk: Trunk): Promise<TestBench> {
  const bench = new TestBench({ plan: openPlan });
  bench.core.start();
  bench.core.trunks.replaceAdded([trunk]);
  await settled();
  return bench;
}

function registers(bench: TestBench) {
  return bench.sent().filter(({ text }) => text.startsWith("REGISTER"));
}

test("[TR81] a trunk with other channels and codecs keeps its registration", async () => {
  const bench = await startBench(aRegisteredTrunk());
  await bench.receive(phoneAnswer(registers(bench)[0]?.text ?? "", "200 OK"));

  bench.core.trunks.replaceAdded([aRegisteredTrunk({ maxCalls: 5, codecs: ["PCMA"] })]);
  await settled();

  expect(bench.sent()).toEqual([]);
  expect(bench.core.trunks.list()).toMatchObject([{ registered: true, channels: 5 }]);
  await bench.clock.advance(570_100);
  expect(registers(bench)).toHaveLength(1);
});

test("[TR81] the calls of a changed trunk continue, count towards its channels, and end by its BYE", async () => {
  const bench = await startBench(aTrunk("carrier", "192.0.2.1"));
  bench.intake.onReceive = (leg) => void leg.answer("CA1");
  await bench.receive(phoneInvite(), carrierAt);
  const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
  const toTag = /;tag=([^;>]+)/.exec(readHeader(ok, "To"))?.[1] ?? "";
  await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }), carrierAt);

  bench.core.trunks.replaceAdded([aTrunk("carrier", "192.0.2.1", { maxCalls: 1 })]);
  await bench.receive(phoneInvite({ callId: "c2", branch: "b2" }), carrierAt);
  expect(bench.firstLines()).toContain("SIP/2.0 503 Service Unavailable");
  expect(bench.core.trunks.list()).toMatchObject([{ calls: 1, channels: 1 }]);

  bench.core.trunks.replaceAdded([]);
  expect(bench.intake.call().sink.end).toBeNull();
  await bench.receive(phoneRequest("BYE", { toTag, cseq: 2 }), carrierAt);
  expect(bench.intake.call().sink.end).toEqual({ cause: "hangup" });
});

test("[TR84] a trunk registers at the first of its hosts that answers, and stays there", async () => {
  const bench = await startBench(aRegisteredTrunk());
  const [first] = registers(bench);
  await bench.receive(phoneAnswer(first?.text ?? "", "500 Server Internal Error"));
  const [second] = registers(bench);
  await bench.receive(phoneAnswer(second?.text ?? "", "200 OK"));
  await bench.clock.advance(571_000);
  const [renewal] = registers(bench);

  expect(first?.text).toMatch(/^REGISTER sip:192\.0\.2\.1 /);
  expect(second?.text).toMatch(/^REGISTER sip:192\.0\.2\.2 /);
  expect(renewal?.target.address).toBe("192.0.2.2");
});

test("[TR84] a refused password is not tried at the next host", async () => {
  const bench = await startBench(aRegisteredTrunk());
  await bench.receive(phoneAnswer(registers(bench)[0]?.text ?? "", "403 Forbidden"));

  expect(registers(bench)).toEqual([]);
});

test("[TR82] a test sends OPTIONS to each host, and only queries the bindings at further registrars", async () => {
  const bench = await startBench(aRegisteredTrunk());
  await bench.receive(phoneAnswer(registers(bench)[0]?.text ?? "", "200 OK"));
  const { sid } = aRegisteredTrunk();

  const testing = bench.core.trunks.test(sid);
  await settled();
  const sent = bench.sent();
  function to(method: string, address: string): string {
    const is = ({ text, target }: (typeof sent)[number]) =>
      text.startsWith(method) && target.address === address;
    return sent.find(is)?.text ?? "";
  }
  await bench.receive(phoneAnswer(to("OPTIONS", "192.0.2.1"), "200 OK"));
  await bench.receive(phoneAnswer(to("REGISTER", "192.0.2.1"), "200 OK"));
  await bench.receive(phoneAnswer(to("REGISTER", "192.0.2.2"), "404 Not Found"));
  await bench.clock.advance(8_000);

  const [ok, unknown] = [200, 404].map((status) => ({ type: "answered", status }));
  expect(await testing).toEqual({
    hosts: [
      { host: "192.0.2.1", options: ok, register: ok },
      { host: "192.0.2.2", options: { type: "failed", code: "ETIMEDOUT" }, register: unknown },
    ],
  });
  expect(readHeader(to("REGISTER", "192.0.2.1"), "Contact")).not.toBe("");
  expect(readHeader(to("REGISTER", "192.0.2.2"), "Contact")).toBe("");
});

test("[TR82] a registrar that is not one of the hosts gets only REGISTER", async () => {
  const registrar = { host: "192.0.2.9", port: 5070 };
  const registration = { registrars: [registrar], expiresS: 600, user: null };
  const bench = await startBench(aTrunk("other", "192.0.2.3"));
  bench.sent();

  const probing = bench.core.trunks.probe(aRegisteredTrunk({ registration }));
  await settled();
  const sent = bench.sent().map(({ text, target }) => `${text.split(" ")[0]} ${target.address}`);
  await bench.clock.advance(10_000);

  expect(sent.toSorted()).toEqual(["OPTIONS 192.0.2.1", "OPTIONS 192.0.2.2", "REGISTER 192.0.2.9"]);
  const silent = { type: "failed", code: "ETIMEDOUT" };
  expect((await probing).hosts).toEqual([
    { host: "192.0.2.1", options: silent, register: null },
    { host: "192.0.2.2", options: silent, register: null },
    { host: "192.0.2.9:5070", options: null, register: silent },
  ]);
});
