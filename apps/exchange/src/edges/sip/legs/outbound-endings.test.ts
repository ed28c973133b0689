import { describe, expect, test } from "vitest";

import {
  type DialledCall,
  dialled,
  scriptedPeer as peer,
} from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import {
  readHeader,
  phoneAt,
  settled,
  TestBench,
  TestSink,
} from "../../../testing/sip/test-bench.ts";

describe("[XI5] the cancellation of an outgoing call", () => {
  test("sends nothing before the media is ready", async () => {
    const bench = new TestBench({ peer });
    const sink = new TestSink();
    const leg = bench.core.dial(
      { callSid: "CA9", from: "+1", to: "+61491570006", callerName: null, params: [] },
      sink,
    );
    leg.decline({ cause: "cancelled" });
    await settled();

    expect(bench.firstLines()).toEqual([]);
    expect(sink.events).toEqual(["ended cancelled"]);
  });

  test("sends CANCEL for a ringing call with the INVITE's branch, and accepts the 487", async () => {
    const { bench, sink, leg, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    leg.decline({ cause: "no-answer" });
    const cancel = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneAnswer(cancel, "200 OK"));
    await bench.receive(phoneAnswer(invite, "487 Request Terminated"));

    expect(cancel).toMatch(/^CANCEL sip:\+61491570006@/);
    expect(readHeader(cancel, "Via")).toBe(readHeader(invite, "Via"));
    expect(readHeader(cancel, "CSeq")).toBe("1 CANCEL");
    expect(bench.firstLines()[0]).toMatch(/^ACK/);
    expect(sink.events).toEqual(["ringing", "ended no-answer"]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("sends the CANCEL only after the first response", async () => {
    const { bench, leg, invite } = await dialled();
    leg.decline({ cause: "cancelled" });
    expect(bench.firstLines()).toEqual([]);

    await bench.receive(phoneAnswer(invite, "100 Trying"));
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    expect(bench.firstLines().filter((line) => line.startsWith("CANCEL"))).toHaveLength(1);
  });

  test("sends BYE when a 200 crosses the CANCEL", async () => {
    const { bench, sink, leg, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));
    leg.decline({ cause: "cancelled" });
    bench.sent();

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));

    const sent = bench.sent().map(({ text }) => text);
    expect(sent.map((text) => text.split(" ")[0])).toEqual(["ACK", "BYE"]);
    await bench.receive(phoneAnswer(sent[1] ?? "", "200 OK"));
    expect(sink.events).toEqual(["ringing", "ended cancelled"]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("ends within 100 s when the far end ignores the CANCEL", async () => {
    const { bench, leg, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));
    leg.decline({ cause: "cancelled" });

    await bench.clock.advance(100_000);

    expect(bench.core.isIdle).toBe(true);
  });
});

describe("[XI119] an INVITE without a final response", () => {
  test("ends as no-answer, and a later 200 OK has no effect", async () => {
    const { bench, sink, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "100 Trying"));
    await bench.clock.advance(16 * 60_000);
    bench.sent();

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));

    expect(sink.end?.cause).toBe("no-answer");
    expect(bench.firstLines()).toEqual([]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("is cancelled after 620 s of ringing", async () => {
    const { bench, sink, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    await bench.clock.advance(610_000);
    expect(sink.end).toBeNull();
    await bench.clock.advance(10_000);

    expect(bench.firstLines().some((line) => line.startsWith("CANCEL"))).toBe(true);
    expect(sink.end?.cause).toBe("no-answer");
  });
});

describe("[XI5] the end of a connected call", () => {
  async function aConnectedCall(): Promise<DialledCall> {
    const call = await dialled();
    await call.bench.receive(phoneAnswer(call.invite, "200 OK", { body: phoneSdp({ line: "0" }) }));
    call.bench.sent();
    return call;
  }

  function byeWithin(invite: string): string[] {
    return [
      "BYE sip:linedesk@198.51.100.1:5060 SIP/2.0",
      "Via: SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bKbye",
      `From: ${readHeader(invite, "To")};tag=far`,
      `To: ${readHeader(invite, "From")}`,
      `Call-ID: ${readHeader(invite, "Call-ID")}`,
      "CSeq: 1 BYE",
      "",
      "",
    ];
  }

  test("is reported after the answer when the answer and the BYE arrive together", async () => {
    const { bench, sink, invite } = await dialled();
    const answer = phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) });

    bench.core.handleDatagram(Buffer.from(answer), phoneAt);
    await bench.receive(byeWithin(invite));

    expect(sink.events).toEqual(["answered", "ended hangup"]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("follows the far end's BYE", async () => {
    const { bench, sink, invite } = await aConnectedCall();

    await bench.receive(byeWithin(invite));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    expect(sink.events).toEqual(["answered", "ended hangup"]);
  });

  test("is complete within 100 s even if its BYE is never answered", async () => {
    const { bench, leg, sink } = await aConnectedCall();

    leg.hangUp({ cause: "hangup" });
    await bench.clock.advance(100_000);

    expect(bench.core.isIdle).toBe(true);
    expect(bench.clock.waiting).toBe(0);
    expect(sink.events).toEqual(["answered", "ended hangup"]);
  });
});
