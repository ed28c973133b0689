import { describe, expect, test } from "vitest";

import { reread, resumeLeg } from "../../../testing/sip/resume-leg.ts";
import { aTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneInvite, phoneRequest, readTag } from "../../../testing/sip/scripted-phone.ts";
import { phoneAt, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan } from "../trunks/trunk.ts";

describe("[XI149] after a crash, a telephone whose TCP or TLS connection is gone", () => {
  async function aTelephoneOverTcp() {
    const source = { address: "192.0.2.10", port: 43_210, transport: "tcp" as const };
    const old = new TestBench();
    old.intake.onReceive = (leg) => void leg.answer("CA1");
    await old.receive(phoneInvite(), source);
    const ok = old.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    await old.receive(phoneRequest("ACK", { toTag, branch: "ack" }), source);
    return { ...(await resumeLeg(reread(old.intake.call().leg))), toTag, source };
  }

  test("has sound and gets no request, and its call ends after 30 s without a packet or request from it", async () => {
    const { bench, sink } = await aTelephoneOverTcp();

    await bench.clock.advance(29_000);
    const [connected, sent, early] = [bench.media.connected.length, bench.sent(), sink.end];
    await bench.clock.advance(2_000);

    expect([connected, sent, early]).toEqual([1, [], null]);
    expect(sink.end).toMatchObject({ cause: "media-lost" });
  });

  test("keeps the call when its sound arrives", async () => {
    const { bench, sink, leg } = await aTelephoneOverTcp();

    leg?.setSilent?.(false);
    await bench.clock.advance(60_000);

    expect(sink.end).toBeNull();
  });

  test("keeps the call when it sends a request over a new connection", async () => {
    const { bench, sink, leg, toTag, source } = await aTelephoneOverTcp();
    const again = { ...source, port: 50_001 };
    await bench.clock.advance(1_000);

    await bench.receive(phoneRequest("OPTIONS", { cseq: 9, toTag }), again);
    await bench.clock.advance(60_000);
    bench.sent();
    leg?.hangUp();

    expect(sink.end).toMatchObject({ cause: "hangup" });
    expect(bench.sent()[0]?.target).toEqual(again);
  });

  test("gets a new connection to the address of its Contact if it belongs to a trunk", async () => {
    const trunk = aTrunk("carrier", phoneAt.address);
    const old = new TestBench({ plan: { ...openPlan, trunks: [trunk] } });
    old.intake.onReceive = (leg) => void leg.answer("CA1");
    const contact = "Contact: <sip:jo@192.0.2.10:5062;transport=tcp>";
    const source = { address: "192.0.2.10", port: 43_210, transport: "tcp" as const };
    await old.receive(phoneInvite().replace(/^Contact: .*$/m, contact), source);
    const ok = old.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    await old.receive(phoneRequest("ACK", { toTag, branch: "ack" }), source);
    const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] } });

    await resumeLeg(reread(old.intake.call().leg), { bench, trunkSid: trunk.sid });
    await bench.clock.advance(1);

    expect(bench.sent()[0]).toMatchObject({
      text: expect.stringMatching(/^INVITE /),
      target: { address: "192.0.2.10", port: 5062, transport: "tcp" },
    });
  });
});
