import { describe, expect, test } from "vitest";

import { dialled, scriptedPeer as peer } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench, TestSink } from "../../../testing/sip/test-bench.ts";

describe("[XI41] a refusal", () => {
  test.each([
    ["486 Busy Here", "busy"],
    ["600 Busy Everywhere", "busy"],
    ["603 Decline", "declined"],
    ["404 Not Found", "not-found"],
    ["480 Temporarily Unavailable", "no-answer"],
    ["408 Request Timeout", "no-answer"],
    ["503 Service Unavailable", "unreachable"],
    ["488 Not Acceptable", "failed"],
    ["401 Unauthorized", "failed"],
  ])("with %s becomes `%s` and is acknowledged", async (status, cause) => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, status));
    await bench.receive(phoneAnswer(invite, status));

    expect(sink.end).toMatchObject({ cause, sipCode: Number(status.slice(0, 3)) });
    const acks = bench.sent();
    expect(acks.map(({ text }) => text.split(" ")[0])).toEqual(["ACK", "ACK"]);
    // RFC 3261 section 17.1.1.3: the ACK has the INVITE's own branch.
    expect(readHeader(acks[0]?.text ?? "", "Via")).toBe(readHeader(invite, "Via"));
    expect(bench.media.closed).toHaveLength(1);
  });

  test("is `unreachable` when no response comes, after repetitions of the INVITE", async () => {
    const { bench, sink } = await dialled();

    await bench.clock.advance(33_000);

    expect(bench.firstLines().filter((line) => line.startsWith("INVITE"))).toHaveLength(6);
    expect(sink.end).toEqual({ cause: "unreachable", sipCode: 408 });
    expect(bench.core.isIdle).toBe(true);
    expect(bench.clock.waiting).toBe(0);
  });

  test("is `unreachable` at once when the datagram cannot be sent", async () => {
    const bench = new TestBench({ peer });
    const { sink } = await bench.dial();
    const target = bench.sent()[0]?.target;

    bench.core.handleSendError(target ?? { address: "", port: 0 }, new Error("refused"));
    await settled();

    expect(sink.end?.cause).toBe("unreachable");
  });

  test.each([
    ["+61491570006", { bench: {} }, "no SIP trunk"],
    ["client:alice", { bench: { peer } }, "neither a number"],
    ["sip:bob@203.0.113.5", { bench: { limits: { maxDialogs: 0 } } }, "too many calls"],
  ])(
    "has the reason why %s cannot be called, after the leg is returned",
    async (to, { bench }, message) => {
      const { core } = new TestBench(bench);
      const sink = new TestSink();

      const leg = core.dial({ callSid: "CA9", from: "+1", to, callerName: null, params: [] }, sink);
      expect(sink.end).toBeNull();
      await settled();
      leg.decline({ cause: "cancelled" });

      expect(sink.end?.message).toContain(message);
      expect(sink.events).toHaveLength(1);
    },
  );

  test("by us has the cause `failed` when the media has no port", async () => {
    const bench = new TestBench({ peer });
    bench.media.fails = true;
    const { sink } = await bench.dial();

    expect(sink.end?.cause).toBe("failed");
    expect(bench.firstLines()).toEqual([]);
  });

  test("by us is an ACK and a BYE when the answer has no usable audio", async () => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "18" }) }));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK", "BYE"]);
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 488 });
  });
});
