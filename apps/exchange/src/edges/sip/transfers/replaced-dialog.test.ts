import { describe, expect, test } from "vitest";

import { phoneInvite, phoneRequest, readTag } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, phoneAt, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk, type SipPlan } from "../trunks/trunk.ts";

const other = { address: "192.0.2.66", port: 5062 };

async function aCall(bench: TestBench, callId: string, from: typeof other): Promise<string> {
  bench.intake.onReceive = (leg) => void leg.answer("CA1");
  await bench.receive(phoneInvite({ callId, branch: callId }), from);
  const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"));
  const toTag = readTag(readHeader(ok?.text ?? "", "To"));
  await bench.receive(phoneRequest("ACK", { callId, toTag, branch: `${callId}-ack` }), from);
  return toTag;
}

/** A telephone refers its call to a call that came from the address `from`. */
async function referTo(from: typeof other, plan: SipPlan = openPlan) {
  const bench = new TestBench({ plan });
  const toTag = await aCall(bench, "call-1", phoneAt);
  const named = await aCall(bench, "call-2", from);
  const replaces = encodeURIComponent(`call-2;to-tag=${named};from-tag=phone`);
  bench.sent();

  const headers = [`Refer-To: <sip:bob@203.0.113.9?Replaces=${replaces}>`];
  await bench.receive(phoneRequest("REFER", { cseq: 2, toTag, headers }));

  const [first, second] = bench.intake.calls;
  return {
    answer: bench.firstLines()[0],
    requests: first?.sink.transferRequests,
    leg: second?.leg.id,
  };
}

describe("[XI83] the call that a REFER's Replaces names", () => {
  test("may be another call of the same address", async () => {
    const { answer, requests, leg } = await referTo({ ...phoneAt, port: 5099 });

    expect(answer).toBe("SIP/2.0 202 Accepted");
    expect(requests).toMatchObject([{ replaces: leg }]);
  });

  test("may be a call of the same trunk", async () => {
    const hosts = [phoneAt, other].map(({ address: host }) => ({ host, port: null }));
    const trunks = [plainTrunk("pbx", hosts)];

    const { answer, requests, leg } = await referTo(other, { ...openPlan, trunks });

    expect(answer).toBe("SIP/2.0 202 Accepted");
    expect(requests).toMatchObject([{ replaces: leg }]);
  });

  test.each([
    ["from another sender", openPlan],
    [
      "from another trunk",
      {
        ...openPlan,
        trunks: [phoneAt, other].map(({ address: host }) =>
          plainTrunk(host, [{ host, port: null }]),
        ),
      },
    ],
  ])("causes 481 when it is %s, even with the right tags", async (_what, plan) => {
    const { answer, requests } = await referTo(other, plan);

    expect(answer).toBe("SIP/2.0 481 Call/Transaction Does Not Exist");
    expect(requests).toEqual([]);
  });
});
