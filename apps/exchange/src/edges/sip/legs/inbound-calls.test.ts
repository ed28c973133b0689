import { describe, expect, test } from "vitest";

import type { UnheardLimit } from "@linedesk/media";
import {
  phoneInvite,
  phoneRequest,
  phoneSdp,
  readTag,
  unacknowledged,
  answered,
  ringing,
} from "../../../testing/sip/scripted-phone.ts";
import {
  readBody,
  readHeader,
  phoneAt,
  settled,
  TestBench,
} from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";

describe("an incoming call", () => {
  test("[XI2] gets Trying at once, and Ringing and OK from the core", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite());
    const { leg, arrival } = bench.intake.call();
    leg.ring("CA1");
    await leg.answer("CA1");

    const sent = bench.sent();
    expect(sent.map(({ text }) => text.split("\r\n")[0])).toEqual([
      "SIP/2.0 100 Trying",
      "SIP/2.0 180 Ringing",
      "SIP/2.0 200 OK",
    ]);
    expect(sent.every(({ target }) => target === phoneAt || target.port === 5062)).toBe(true);
    const ok = sent[2]?.text ?? "";
    expect(readHeader(ok, "Contact")).toBe("<sip:linedesk@198.51.100.1:5060>");
    expect(readTag(readHeader(ok, "To"))).toBe(readTag(readHeader(sent[1]?.text ?? "", "To")));
    expect(readTag(readHeader(sent[0]?.text ?? "", "To"))).toBe("");
    expect(readBody(ok)).toContain("m=audio 40002 RTP/AVP 0 101");
    expect(arrival).toMatchObject({
      from: "+61491570006",
      to: "+61255500101",
      callerName: "Jo",
      params: [
        ["SipDomain", "198.51.100.1"],
        ["SipCallId", "call-1"],
        ["SipSourceIp", "192.0.2.10"],
      ],
      applicationSid: null,
      stirStatus: null,
    });
    expect(bench.media.connected[0]?.remote).toEqual({
      address: "192.0.2.10",
      port: 6000,
      codec: "PCMU",
      payloadType: 0,
      telephoneEvent: 101,
    });
  });

  test("gets an offer when its INVITE has none, and answers in the ACK", async () => {
    const bench = new TestBench();
    await bench.receive(phoneRequest("INVITE"));
    const { leg } = bench.intake.call();
    let isAnswered = false;
    void leg.answer("CA1").then(() => (isAnswered = true));
    await settled();
    const ok = bench.sent()[1]?.text ?? "";
    expect(readBody(ok)).toContain("a=rtpmap:0 PCMU/8000");
    expect(isAnswered).toBe(false);

    const toTag = readTag(readHeader(ok, "To"));
    await bench.receive(
      phoneRequest("ACK", { toTag, branch: "ack", body: phoneSdp({ line: "0" }) }),
    );

    expect(isAnswered).toBe(true);
    expect(bench.media.connected[0]?.remote.port).toBe(6000);
  });

  test.each([
    ["busy", 486],
    ["declined", 603],
    ["not-found", 404],
    ["no-answer", 480],
    ["unreachable", 480],
    ["failed", 500],
  ] as const)("[XI2] is declined for %s with %i", async (cause, status) => {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => leg.decline({ cause });

    await bench.receive(phoneInvite());

    expect(bench.firstLines()[1]).toMatch(new RegExp(`^SIP/2.0 ${status} `));
    expect(bench.intake.call().sink.events).toEqual([`ended ${cause}`]);
    expect(bench.media.opened).toEqual([]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("is answered 500 when the core throws or has no media", async () => {
    const bench = new TestBench();
    bench.intake.onReceive = () => {
      throw new Error("broken");
    };
    await bench.receive(phoneInvite());
    bench.media.fails = true;
    bench.intake.onReceive = (leg) => void leg.answer("CA2");
    await bench.receive(phoneInvite({ callId: "call-2", branch: "b2" }));

    expect(bench.firstLines().filter((line) => line.includes(" 500 "))).toHaveLength(2);
    expect(bench.core.isIdle).toBe(true);
  });

  test("[XI119] gets the provisional response again each minute until the answer", async () => {
    const { bench } = await ringing();

    await bench.clock.advance(190_000);
    const meanwhile = bench.firstLines();
    void bench.intake.call().leg.answer("CA1");
    await bench.clock.advance(100_000);
    const later = bench.firstLines();

    expect(meanwhile).toEqual(Array(3).fill("SIP/2.0 180 Ringing"));
    expect(later).not.toContain("SIP/2.0 180 Ringing");
  });

  test("[XI119] is refused after 620 s of ringing", async () => {
    const { bench } = await ringing();

    await bench.clock.advance(610_000);
    expect(bench.intake.call().sink.end).toBeNull();
    await bench.clock.advance(10_000);

    expect(bench.firstLines()).toContain("SIP/2.0 480 Temporarily Unavailable");
    expect(bench.intake.call().sink.end?.cause).toBe("no-answer");
  });
});

describe("[XI5] the measures against lost and repeated datagrams", () => {
  test("make one call of a repeated INVITE, and repeat its last response", async () => {
    const { bench } = await ringing();

    await bench.receive(phoneInvite());
    await bench.receive(phoneInvite());

    expect(bench.intake.calls).toHaveLength(1);
    expect(bench.firstLines()).toEqual(Array(2).fill("SIP/2.0 180 Ringing"));
  });

  test("repeat the 200 at 0.5, 1.5, 3.5, 7.5, 11.5 s until the ACK", async () => {
    const { bench, ok } = await unacknowledged();

    await bench.clock.advance(12_000);
    expect(bench.firstLines()).toEqual(Array(5).fill("SIP/2.0 200 OK"));
    const toTag = readTag(readHeader(ok, "To"));
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));
    await bench.clock.advance(40_000);

    expect(bench.firstLines()).toEqual([]);
    expect(bench.intake.call().sink.events).toEqual([]);
  });

  test("accept an ACK with the branch of the INVITE, as old telephones send it", async () => {
    const { bench, toTag } = await unacknowledged();

    await bench.receive(phoneRequest("ACK", { toTag, branch: "1-INVITE" }));
    await bench.clock.advance(10_000);

    expect(bench.firstLines()).toEqual([]);
  });

  test("send BYE and fail the call when the ACK never comes", async () => {
    const { bench } = await unacknowledged();

    await bench.clock.advance(33_000);

    expect(bench.firstLines().at(-1)).toBe("BYE sip:jo@192.0.2.10:5062 SIP/2.0");
    expect(bench.intake.call().sink.end).toMatchObject({ cause: "failed" });
    await bench.clock.advance(70_000);
    expect(bench.core.isIdle).toBe(true);
    expect(bench.clock.waiting).toBe(0);
  });

  test("repeat a refusal until its ACK, and then no more", async () => {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => leg.decline({ cause: "busy" });
    await bench.receive(phoneInvite());
    const toTag = readTag(readHeader(bench.sent()[1]?.text ?? "", "To"));

    await bench.clock.advance(4000);
    expect(bench.firstLines()).toEqual(Array(3).fill("SIP/2.0 486 Busy Here"));
    await bench.receive(phoneRequest("ACK", { toTag, branch: "1-INVITE" }));
    await bench.clock.advance(40_000);

    expect(bench.firstLines()).toEqual([]);
    expect(bench.clock.waiting).toBe(0);
  });

  test("answer a repeated BYE again, even if the call is gone", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }));
    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }));
    await bench.receive(phoneRequest("BYE", { cseq: 3, toTag }));

    expect(bench.firstLines()).toEqual([
      "SIP/2.0 200 OK",
      "SIP/2.0 200 OK",
      "SIP/2.0 481 Call/Transaction Does Not Exist",
    ]);
    expect(bench.intake.call().sink.events).toEqual(["ended hangup"]);
  });

  test("answer 482 to the same INVITE on a second path", async () => {
    const bench = new TestBench();
    await bench.receive(phoneInvite());

    await bench.receive(phoneInvite({ branch: "other-way" }));

    expect(bench.firstLines()).toContain("SIP/2.0 482 Loop Detected");
    expect(bench.intake.calls).toHaveLength(1);
  });
});

describe("[XI141] [XI144] sound to an unverified address", () => {
  const trunks = [plainTrunk("carrier", [{ host: phoneAt.address, port: null }])];
  const elsewhere = phoneSdp().replaceAll("192.0.2.10", "203.0.113.99");

  async function limits(bench: TestBench, body: string): Promise<(UnheardLimit | undefined)[]> {
    function limit(): UnheardLimit | undefined {
      return [...bench.media.unheardLimits.values()].at(-1);
    }
    await bench.receive(phoneInvite({ body }));
    const { leg } = bench.intake.call();
    await leg.openEarly?.("CA1");
    const early = limit();
    await leg.answer("CA1");
    const answered = limit();
    const ok = bench.sent().at(-1)?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));
    return [early, answered, limit()];
  }

  test("is limited until the ACK for an anonymous caller whose media and SIP addresses are equal", async () => {
    expect(await limits(new TestBench(), phoneSdp())).toEqual(["host", "host", "none"]);
  });

  test("is limited after the ACK too for an anonymous caller with another media address", async () => {
    expect(await limits(new TestBench(), elsewhere)).toEqual(["host", "host", "host"]);
  });

  test("is limited again when a later request names another address", async () => {
    const bench = new TestBench();
    // Later requests may come from the address in the caller's Contact.
    const invite = phoneInvite({ body: phoneSdp() });
    await bench.receive(invite.replace("jo@192.0.2.10", "jo@203.0.113.99"));
    await bench.intake.call().leg.answer("CA1");
    const toTag = readTag(readHeader(bench.sent().at(-1)?.text ?? "", "To"));
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));
    const update = phoneRequest("UPDATE", { cseq: 2, toTag, branch: "move", body: elsewhere });
    await bench.receive(update, { ...phoneAt, address: "203.0.113.99" });

    expect(bench.media.connected.at(-1)?.remote.address).toBe("203.0.113.99");
    expect([...bench.media.unheardLimits.values()]).toEqual(["host"]);
  });

  test("is limited from the answer to the ACK for a trunk", async () => {
    const plan = { ...openPlan, trunks };

    expect(await limits(new TestBench({ plan }), elsewhere)).toEqual([undefined, "call", "none"]);
  });

  test("is not limited after the PRACK of an anonymous caller", async () => {
    const bench = new TestBench();
    await bench.receive(phoneInvite({ headers: ["Require: 100rel"] }));
    const opening = bench.intake.call().leg.openEarly?.("CA1");
    await settled();
    const progress = bench.sent().at(-1)?.text ?? "";
    const before = [...bench.media.unheardLimits.values()];
    const rack = `RAck: ${readHeader(progress, "RSeq")} 1 INVITE`;
    const toTag = readTag(readHeader(progress, "To"));
    await bench.receive(phoneRequest("PRACK", { cseq: 2, toTag, headers: [rack] }));
    await opening;

    expect(before).toEqual(["host"]);
    expect([...bench.media.unheardLimits.values()]).toEqual(["none"]);
  });
});
