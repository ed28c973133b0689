import { describe, expect, test } from "vitest";

import { scriptedPeer } from "../../../testing/sip/scripted-calls.ts";
import { phoneInvite, phoneRequest, answered } from "../../../testing/sip/scripted-phone.ts";
import { type BenchOptions, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";

describe("the limits against floods", () => {
  test("[XI19] drop the INVITEs of one source beyond its rate, and no other's", async () => {
    const bench = new TestBench({ limits: { invites: { perSecond: 1, burst: 3 } } });
    bench.intake.onReceive = (leg) => leg.decline({ cause: "busy" });
    function invite(n: number) {
      return phoneInvite({ callId: `c${n}`, branch: `b${n}` });
    }

    for (let n = 0; n < 10; n += 1) {
      await bench.receive(invite(n));
    }
    expect(bench.intake.calls).toHaveLength(3);
    expect(bench.firstLines().filter((line) => line.includes("100"))).toHaveLength(3);
    await bench.receive(invite(20), { address: "192.0.2.99", port: 5060 });
    await bench.clock.advance(2000);
    await bench.receive(invite(21));

    expect(bench.intake.calls).toHaveLength(5);
  });

  test("[XI19] count unreadable requests like all others", async () => {
    const bench = new TestBench({ limits: { otherRequests: { perSecond: 0, burst: 2 } } });
    const bad = phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE");

    for (let n = 0; n < 5; n += 1) {
      await bench.receive(bad);
    }

    expect(bench.firstLines()).toHaveLength(2);
  });

  test("[XI19] allow at most twice as many transactions within calls as other transactions", async () => {
    const { bench, toTag } = await answered([], new TestBench({ limits: { maxTransactions: 10 } }));

    for (let cseq = 2; cseq < 60; cseq += 1) {
      await bench.receive(phoneRequest("OPTIONS", { cseq, toTag }));
    }

    const answers = bench.firstLines().length;
    expect(answers).toBeGreaterThan(10);
    expect(answers).toBeLessThanOrEqual(20);
  });

  test("[XI19] limit the requests within a call, except for its end", async () => {
    const { bench, toTag } = await answered(
      [],
      new TestBench({ limits: { requestsOfCall: { perSecond: 1, burst: 3 } } }),
    );
    function ask(cseq: number) {
      return bench.receive(phoneRequest("OPTIONS", { cseq, toTag }));
    }

    for (let cseq = 2; cseq < 12; cseq += 1) {
      await ask(cseq);
    }
    const atOnce = bench.firstLines().length;
    await bench.clock.advance(2000);
    for (let cseq = 12; cseq < 22; cseq += 1) {
      await ask(cseq);
    }
    const later = bench.firstLines().length;
    await bench.receive(phoneRequest("BYE", { cseq: 30, toTag }));

    expect([atOnce, later]).toEqual([3, 2]);
    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
  });

  test("[XI19] limit the requests within all calls of one address, except a trunk's", async () => {
    async function countAnswers(options: BenchOptions): Promise<number> {
      const requestsOfCalls = { perSecond: 0, burst: 4 };
      const { bench, toTag } = await answered(
        [],
        new TestBench({ ...options, limits: { requestsOfCalls } }),
      );
      for (let cseq = 2; cseq < 12; cseq += 1) {
        await bench.receive(phoneRequest("OPTIONS", { cseq, toTag }));
      }
      return bench.firstLines().length;
    }

    expect(await countAnswers({})).toBe(4);
    expect(await countAnswers({ peer: scriptedPeer })).toBe(10);
  });

  test("do not stop answers within calls when the rate of other requests is used up", async () => {
    const { bench, toTag } = await answered(
      [],
      new TestBench({ limits: { otherRequests: { perSecond: 0, burst: 0 } } }),
    );

    await bench.receive(phoneRequest("OPTIONS", { callId: "stranger" }));
    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
  });

  test("[XI19] [XI133] cause 503, for OPTIONS too, and refused callers are counted", async () => {
    const bench = new TestBench({ limits: { maxDialogs: 1 } });
    await bench.receive(phoneInvite());

    await bench.receive(phoneInvite({ callId: "c2", branch: "b2" }));
    await bench.receive(phoneRequest("OPTIONS", { callId: "c3" }));

    const sent = bench.sent().map(({ text }) => text);
    expect(sent.filter((text) => text.startsWith("SIP/2.0 503"))).toHaveLength(2);
    expect(sent.some((text) => readHeader(text, "Retry-After") === "5")).toBe(true);
    expect(bench.intake.rejectedCount).toBe(1);
  });

  test("[XI19] leave capacity for other addresses when one address uses its limit", async () => {
    const bench = new TestBench({ limits: { maxPerSource: 2 } });
    function invite(n: number): string {
      return phoneInvite({ callId: `c${n}`, branch: `b${n}` });
    }
    for (let n = 0; n < 3; n += 1) {
      await bench.receive(invite(n));
    }
    const refused = bench.firstLines().filter((line) => line.includes("503"));

    await bench.receive(invite(3), { address: "192.0.2.99", port: 5060 });
    bench.intake.call(0).leg.decline({ cause: "busy" });
    await bench.receive(invite(4));

    expect(refused).toHaveLength(1);
    expect(bench.intake.calls).toHaveLength(4);
  });

  test("[XI19] count the calls of one IPv6 /64 prefix as those of one address", async () => {
    const bench = new TestBench({ limits: { maxPerSource: 2 } });
    function inviteFrom(address: string, n: number): Promise<void> {
      return bench.receive(phoneInvite({ callId: `c${n}`, branch: `b${n}` }), {
        address,
        port: 5060,
      });
    }

    for (let n = 1; n < 5; n += 1) {
      await inviteFrom(`2001:db8:0:1::${n}`, n);
    }
    await inviteFrom("2001:db8:0:2::1", 5);

    expect(bench.intake.calls).toHaveLength(3);
  });

  test("[XI19] drop requests beyond the rate of one IPv6 /64 prefix", async () => {
    const bench = new TestBench({ limits: { invites: { perSecond: 0, burst: 2 } } });

    for (let n = 1; n < 5; n += 1) {
      const request = phoneInvite({ callId: `c${n}`, branch: `b${n}` });
      await bench.receive(request, { address: `2001:db8:0:1::${n}`, port: 5060 });
    }

    expect(bench.intake.calls).toHaveLength(2);
  });

  test("[XI19] do not count a trunk's calls by address", async () => {
    const bench = new TestBench({ limits: { maxPerSource: 2 }, peer: scriptedPeer });

    for (let n = 0; n < 5; n += 1) {
      await bench.receive(phoneInvite({ callId: `c${n}`, branch: `b${n}` }));
    }

    expect(bench.intake.calls).toHaveLength(5);
  });

  test("[XI19] do not affect a trunk, which has its own limit, in a flood from many addresses", async () => {
    const bench = new TestBench({ limits: { maxTransactions: 10 }, peer: scriptedPeer });
    for (let n = 0; n < 50; n += 1) {
      const request = phoneRequest("OPTIONS", { callId: `c${n}`, branch: `b${n}` });
      await bench.receive(request, { address: `203.0.113.${n}`, port: 5060 });
    }
    const refusedCount = bench.firstLines().length;

    await bench.receive(phoneInvite({ callId: "carried", branch: "carried" }));
    for (let n = 0; n < 50; n += 1) {
      await bench.receive(phoneRequest("OPTIONS", { callId: `d${n}`, branch: `d${n}` }));
    }

    expect(refusedCount).toBe(10);
    expect(bench.intake.calls).toHaveLength(1);
    expect(bench.firstLines().filter((line) => line.includes(" 200 "))).toHaveLength(9);
  });

  test("never allow more concurrent transactions than the maximum", async () => {
    const bench = new TestBench({ limits: { maxTransactions: 10 } });

    for (let n = 0; n < 50; n += 1) {
      await bench.receive(phoneRequest("OPTIONS", { callId: `c${n}`, branch: `b${n}` }));
    }

    expect(bench.firstLines()).toHaveLength(10);
    await bench.clock.advance(40_000);
    expect(bench.clock.waiting).toBe(0);
  });
});
