import { describe, expect, test } from "vitest";

import {
  phoneInvite,
  phoneRequest,
  phoneSdp,
  readTag,
  unacknowledged,
  answered,
  ringing,
} from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";

describe("[XI2] CANCEL", () => {
  test("ends a ringing call with 487", async () => {
    const { bench } = await ringing();

    await bench.receive(phoneRequest("CANCEL", { branch: "1-INVITE" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 487 Request Terminated"]);
    expect(bench.intake.call().sink.end).toEqual({ cause: "cancelled", sipCode: 487 });
  });

  test("takes precedence over an answer whose media is still opening", async () => {
    const bench = new TestBench();
    let open: () => void = () => undefined;
    bench.media.gate = new Promise((resolve) => (open = resolve));
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    await bench.receive(phoneInvite());
    bench.sent();

    await bench.receive(phoneRequest("CANCEL", { branch: "1-INVITE" }));
    open();
    await settled();

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 487 Request Terminated"]);
    expect(bench.intake.call().sink.events).toEqual(["ended cancelled"]);
    expect(bench.media.connected).toEqual([]);
    expect(bench.media.closed).toContain(bench.intake.call().leg.id);
  });

  test("has no effect after the answer, and the call continues", async () => {
    const { bench } = await unacknowledged();

    await bench.receive(phoneRequest("CANCEL", { branch: "1-INVITE" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    expect(bench.intake.call().sink.events).toEqual([]);
  });
});

describe("[XI5] the exchange at the end of a call", () => {
  test("sends BYE to the caller's Contact and repeats it until the response", async () => {
    const { bench, toTag } = await answered();

    bench.intake.call().leg.hangUp();
    bench.intake.call().leg.hangUp();
    await bench.clock.advance(2000);

    const byes = bench.sent();
    expect(byes).toHaveLength(3);
    const bye = byes[0]?.text ?? "";
    expect(bye).toMatch(/^BYE sip:jo@192\.0\.2\.10:5062 SIP\/2\.0/);
    expect(readTag(readHeader(bye, "From"))).toBe(toTag);
    expect(readTag(readHeader(bye, "To"))).toBe("phone");
    expect(bench.intake.call().sink.events).toEqual(["ended hangup"]);
  });

  test("waits for the ACK before its BYE", async () => {
    const { bench, toTag } = await unacknowledged();

    bench.intake.call().leg.hangUp();
    expect(bench.firstLines()).toEqual([]);
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));

    expect(bench.firstLines()).toEqual(["BYE sip:jo@192.0.2.10:5062 SIP/2.0"]);
  });

  test("[XI131] sends BYE for an unacknowledged call before it closes", async () => {
    const { bench, toTag } = await answered();
    await bench.receive(phoneInvite({ callId: "call-2", branch: "b2" }));
    bench.sent();

    bench.core.hangUpAll();
    const [first, ...more] = bench.sent().map(({ text }) => text);
    bench.core.sendByesNow();
    const [second, ...rest] = bench.sent().map(({ text }) => text);

    expect(first).toMatch(/^BYE /);
    expect(readTag(readHeader(first ?? "", "From"))).toBe(toTag);
    expect(second).toMatch(/^BYE /);
    expect(readHeader(second ?? "", "Call-ID")).toBe("call-2");
    expect([...more, ...rest]).toEqual([]);
  });

  test("answers a BYE that crosses its own", async () => {
    const { bench, toTag } = await answered();
    bench.intake.call().leg.hangUp();
    bench.sent();

    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    expect(bench.intake.call().sink.events).toEqual(["ended hangup"]);
    expect(bench.core.isIdle).toBe(true);
  });

  test("treats a BYE before the answer as a cancellation", async () => {
    const { bench, toTag } = await ringing();

    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 487 Request Terminated"]);
    expect(bench.intake.call().sink.end?.cause).toBe("cancelled");
  });
});

describe("a request within a call", () => {
  test("[XI17] is answered for a hold, and for a resume at a new address, which is then used", async () => {
    const { bench, toTag } = await answered();
    function reinvite(cseq: number, body: string) {
      return bench.receive(phoneInvite({ cseq, toTag, body }));
    }
    function ack(cseq: number) {
      return bench.receive(phoneRequest("ACK", { cseq, toTag, branch: `a${cseq}` }));
    }

    await reinvite(2, phoneSdp({ more: ["a=sendonly"] }));
    await ack(2);
    await reinvite(3, phoneSdp({ port: 7000 }));
    await ack(3);

    const bodies = bench
      .sent()
      .map(({ text }) => readBody(text))
      .filter((body) => body !== "");
    expect(bodies[0]).toContain("a=recvonly");
    expect(bodies[1]).toContain("a=sendrecv");
    expect(bodies[0]).toMatch(/o=- \d+ 2 IN/);
    expect(bodies[1]).toMatch(/o=- \d+ 3 IN/);
    expect(
      bench.media.connected.map(({ remote }) => [remote.port, remote.receives ?? true]),
    ).toEqual([
      [6000, true],
      [6000, false],
      [7000, true],
    ]);
    expect(bench.media.opened).toHaveLength(1);
  });

  test.each([
    ["a=inactive", phoneSdp({ more: ["a=inactive"] })],
    ["an address of zeros", phoneSdp({}).replace(/^c=IN IP4 .*$/m, "c=IN IP4 0.0.0.0")],
  ])("[XI17] that holds by %s stops the packets to the phone", async (_how, body) => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneInvite({ cseq: 2, toTag, body }));

    expect(bench.media.connected.at(-1)?.remote).toMatchObject({ port: 6000, receives: false });
  });

  test("is answered with our offer when it is a re-INVITE without SDP", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("INVITE", { cseq: 2, toTag }));
    await bench.receive(
      phoneRequest("ACK", { cseq: 2, toTag, branch: "a2", body: phoneSdp({ port: 7002 }) }),
    );

    expect(bench.media.connected.at(-1)?.remote.port).toBe(7002);
  });

  test("[XI17] is refused with 488 without a common codec, and the call stays unchanged", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneInvite({ cseq: 2, toTag, body: phoneSdp({ line: "18" }) }));

    expect(bench.firstLines()).toContain("SIP/2.0 488 Not Acceptable Here");
    expect(bench.intake.call().sink.events).toEqual([]);
  });

  test("is refused when it crosses another re-INVITE, or has an old CSeq", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneInvite({ cseq: 5, toTag }));
    await bench.receive(phoneInvite({ cseq: 6, toTag }));
    await bench.receive(phoneRequest("INFO", { cseq: 3, toTag }));

    const refused = bench.sent().filter(({ text }) => text.startsWith("SIP/2.0 500"));
    expect(refused).toHaveLength(2);
    expect(readHeader(refused[0]?.text ?? "", "Retry-After")).toBe("1");
  });

  test("[XM66] may be an INFO with a digit in either form, and other bodies are refused", async () => {
    const { bench, toTag } = await answered();
    function info(cseq: number, type: string, body: string) {
      return bench.receive(phoneRequest("INFO", { cseq, toTag, type, body }));
    }

    await info(2, "application/dtmf-relay", "Signal=7\r\nDuration=100\r\n");
    await info(3, "application/dtmf-relay", "Signal= 10\r\n");
    await info(4, "application/dtmf", "#");
    await info(5, "application/dtmf", "99");
    await info(6, "text/plain", "7");

    expect(bench.intake.call().sink.events).toEqual(["digit 7", "digit *", "digit #"]);
    expect(bench.firstLines().map((line) => line.slice(8, 11))).toEqual([
      "200",
      "200",
      "200",
      "415",
      "415",
    ]);
  });

  test.each([
    ["application/dtmf-relay", "Signal=*\r\nDuration=100\r\n", "*"],
    ["application/dtmf-relay", "Duration=100\nSignal = 5\n", "5"],
    ["application/dtmf-relay; charset=utf-8", "signal:d", "D"],
    ["Application/DTMF-Relay", 'Signal="8"', "8"],
    ["application/dtmf-relay", "Signal=12", "A"],
    ["application/dtmf-relay", "Signal=11", "#"],
    ["application/dtmf", "0\r\n", "0"],
    ["application/dtmf", "15", "D"],
    ["application/dtmf-info", "Signal=3\r\nDuration=160", "3"],
    ["application/vnd.nortelnetworks.digits", "p=Digit-Collection\r\ny=Digits\r\nd=4\r\n", "4"],
    ["audio/telephone-event", "\u0007\u0000\u0003\u0020", "7"],
  ])("[XM66] contains a digit in an INFO as %s with %j", async (type, body, digit) => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("INFO", { cseq: 2, toTag, type, body }));

    expect(bench.intake.call().sink.events).toEqual([`digit ${digit}`]);
  });

  test.each([
    ["application/dtmf-relay", "Signal=!"],
    ["application/dtmf-relay", "Signal=16"],
    ["application/dtmf", ""],
    ["audio/telephone-event", "5"],
    ["application/media_control+xml", "<media_control/>"],
  ])("[XM66] contains no digit in an INFO as %s with %j", async (type, body) => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("INFO", { cseq: 2, toTag, type, body }));

    expect(bench.intake.call().sink.events).toEqual([]);
  });

  test("[XI17] is refused with 488 when an adapter offers a fax and audio at port 0, and the audio continues", async () => {
    const { bench, toTag } = await answered();
    const connected = bench.media.connected.length;
    const body = phoneSdp({ port: 0, more: ["m=image 40000 udptl t38"] });

    await bench.receive(phoneInvite({ cseq: 2, toTag, body }));
    const refusal = bench.sent().at(-1)?.text ?? "";

    expect(refusal).toMatch(/^SIP\/2\.0 488/);
    expect(readHeader(refusal, "Warning")).toMatch(/^304 linedesk "the description offers no PCMU/);
    expect(bench.media.connected).toHaveLength(connected);
    expect(bench.intake.call().sink.end).toBeNull();
  });

  test("is answered 200 for OPTIONS and 405 for an unknown method", async () => {
    const { bench, toTag } = await answered();

    await bench.receive(phoneRequest("OPTIONS", { cseq: 2, toTag }));
    await bench.receive(phoneRequest("SUBSCRIBE", { cseq: 3, toTag }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 405 Method Not Allowed"]);
  });

  test("is refused with the right Call-ID but wrong tags", async () => {
    const { bench } = await answered();

    await bench.receive(phoneRequest("BYE", { cseq: 2, toTag: "guess" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 481 Call/Transaction Does Not Exist"]);
    expect(bench.intake.call().sink.events).toEqual([]);
  });
});
