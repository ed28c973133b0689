import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  phoneInvite,
  phoneRequest,
  phoneSdp,
  answered,
} from "../../../testing/sip/scripted-phone.ts";
import { readHeader, TestBench, TestSink } from "../../../testing/sip/test-bench.ts";

describe("requests outside of a call", () => {
  test("[XI2] with OPTIONS are answered with 200 and the supported methods", async () => {
    const bench = new TestBench();

    await bench.receive(phoneRequest("OPTIONS"));

    const answer = bench.sent()[0]?.text ?? "";
    expect(answer).toMatch(/^SIP\/2\.0 200 OK/);
    expect(readHeader(answer, "Allow")).toBe(
      "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, PRACK, REFER, NOTIFY",
    );
    expect(readHeader(answer, "Accept")).toBe("application/sdp");
  });

  test.each([
    ["REGISTER", 405],
    ["SUBSCRIBE", 405],
    ["MESSAGE", 405],
    ["N3W", 501],
    ["BYE", 481],
    ["INFO", 481],
    ["CANCEL", 481],
  ])("with %s are answered with %i", async (method, status) => {
    const bench = new TestBench();

    await bench.receive(phoneRequest(method));

    expect(bench.firstLines()[0]).toContain(` ${status} `);
  });

  test("for an unknown dialog are answered with 481, and an ACK for it is dropped", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite({ toTag: "gone" }));
    await bench.receive(phoneRequest("ACK", { toTag: "gone" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 481 Call/Transaction Does Not Exist"]);
  });

  test("[XI2] with an unknown required extension are refused, even within a call, and the call continues", async () => {
    const { bench, toTag } = await answered();
    const headers = ["Require: precondition"];
    bench.sent();

    await bench.receive(phoneInvite({ cseq: 2, toTag, headers }));
    const answers = bench.sent();
    await bench.receive(phoneRequest("ACK", { cseq: 2, toTag, branch: "2-INVITE" }));
    await bench.receive(phoneRequest("BYE", { cseq: 3, toTag, headers }));

    expect(answers.map(({ text }) => text.split("\r\n")[0])).toEqual(["SIP/2.0 420 Bad Extension"]);
    expect(readHeader(answers[0]?.text ?? "", "Unsupported")).toBe("precondition");
    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
  });

  test.each([
    [415, { body: "hello", type: "text/plain" }],
    [488, { body: phoneSdp({ line: "18" }) }],
    [488, { body: "hello" }],
    [416, { uri: "http://example.net" }],
  ])("[XM37] are refused with %i before the core gets them: %j", async (status, parts) => {
    const bench = new TestBench();

    await bench.receive(phoneInvite(parts));

    expect(bench.firstLines()[0]).toContain(` ${status} `);
    expect(bench.intake.calls).toEqual([]);
  });
});

describe("[XI50] malformed messages", () => {
  test("are answered 400 with the fault as the reason", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE"));
    await bench.receive(phoneInvite().replace("SIP/2.0\r\n", "SIP/3.0\r\n"));

    expect(bench.firstLines()).toEqual([
      "SIP/2.0 400 Missing or bad CSeq",
      "SIP/2.0 505 Version Not Supported",
    ]);
  });

  test("are dropped when they cannot be answered", async () => {
    const bench = new TestBench();

    await bench.receive("\r\n\r\n");
    await bench.receive("\0\0\0\0");
    await bench.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await bench.receive(phoneRequest("ACK").replace("CSeq", "XSeq"));
    await bench.receive(["SIP/2.0 200 OK", "Via: SIP/2.0/UDP x;branch=z9hG4bKno", "", ""]);

    expect(bench.firstLines()).toEqual([]);
  });

  test("leave a live call unchanged, even by thousands", async () => {
    const { bench, toTag } = await answered(
      [],
      new TestBench({ limits: { invites: { perSecond: 1e6, burst: 1e6 } } }),
    );
    const good = [
      phoneInvite({ cseq: 2, toTag }),
      phoneRequest("INFO", { cseq: 3, toTag, body: "Signal=1", type: "application/dtmf-relay" }),
      phoneRequest("OPTIONS", { callId: "other" }),
      phoneInvite({ callId: "new", branch: "new" }),
    ];
    const cut = fc.record({ at: fc.nat(900), drop: fc.nat(20), put: fc.string({ maxLength: 8 }) });
    const damaged = fc
      .tuple(fc.constantFrom(...good), fc.array(cut, { minLength: 1, maxLength: 4 }))
      .map(([text, cuts]) =>
        cuts.reduce(
          (all, { at, drop, put }) => all.slice(0, at) + put + all.slice(at + drop),
          text,
        ),
      )
      // A BYE would end the call, which this test does not check.
      .filter((text) => !text.startsWith("BYE"));

    fc.assert(
      fc.property(damaged, (text) => {
        bench.core.handleDatagram(Buffer.from(text), { address: "192.0.2.10", port: 5062 });
        expect(bench.errors).toEqual([]);
      }),
      { numRuns: 4000 },
    );
    await bench.clock.advance(1);

    expect(bench.intake.call().sink.end).toBeNull();
    bench.intake.call().leg.hangUp();
    await bench.clock.advance(40_000);
    expect(bench.firstLines().some((line) => line.startsWith("BYE"))).toBe(true);
  });
});

test("a core that throws at the end of a call does not stop the edge", async () => {
  const bench = new TestBench();
  const sink = new TestSink();
  sink.onEnded = () => {
    throw new Error("broken core");
  };
  bench.core.dial(
    { callSid: "CA1", from: "+1", to: "sip:a@192.0.2.10", callerName: null, params: [] },
    sink,
  );

  await bench.clock.advance(0);
  await bench.clock.advance(40_000);
  await bench.receive(phoneRequest("OPTIONS"));

  expect(bench.errors).toHaveLength(1);
  expect(bench.core.isIdle).toBe(true);
  expect(bench.firstLines().at(-1)).toBe("SIP/2.0 200 OK");
});
