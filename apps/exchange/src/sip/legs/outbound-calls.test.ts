import { describe, expect, it } from "vitest";
import type { Leg } from "../../calls/leg.ts";
import { phoneAnswer, phoneSdp, tagIn } from "../scripted-phone.ts";
import { bodyOf, headerIn, settled, TestBench, TestSink } from "../test-bench.ts";

const peer = { host: "192.0.2.10", port: 5062 };

interface Dialled {
  bench: TestBench;
  sink: TestSink;
  leg: Leg;
  invite: string;
}

async function dialled(
  to = "+61491570006",
  options = { peer },
  from = "+61255500101",
): Promise<Dialled> {
  const bench = new TestBench(options);
  const sink = new TestSink();
  const leg = bench.core.dial({ callSid: "CA9", from, to, callerName: "2ZZ", params: [] }, sink);
  await settled();
  const invite = bench.sent()[0]?.text ?? "";
  return { bench, sink, leg, invite };
}

describe("[XI12] ringing somebody", () => {
  it("invites a number at the peer and offers PCMU", async () => {
    const { bench, invite } = await dialled();

    expect(invite).toMatch(/^INVITE sip:\+61491570006@192\.0\.2\.10:5062 SIP\/2\.0\r\n/);
    expect(headerIn(invite, "From")).toContain('"2ZZ" <sip:+61255500101@198.51.100.1:5060>;tag=');
    expect(headerIn(invite, "P-Asserted-Identity")).toContain("+61255500101");
    expect(bodyOf(invite)).toContain("m=audio 40002 RTP/AVP 0 8 9 107 101 102");
    expect(bench.media.opened).toHaveLength(1);
  });

  it("rings an address straight there", async () => {
    const { invite } = await dialled("sip:bob@203.0.113.5:5090");

    expect(invite).toMatch(/^INVITE sip:bob@203\.0\.113\.5:5090 SIP/);
  });

  it("withholds the number when it is anonymous", async () => {
    const { invite } = await dialled("+61491570006", { peer }, "anonymous");

    expect(headerIn(invite, "From")).toContain("<sip:anonymous@anonymous.invalid>");
    expect(headerIn(invite, "Privacy")).toBe("id");
    expect(headerIn(invite, "P-Asserted-Identity")).toBe("");
  });

  it("acknowledges the answer, connects the media and then says answered", async () => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, "100 Trying"));
    await bench.receive(phoneAnswer(invite, "180 Ringing"));
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));

    const ack = bench.sent()[0]?.text ?? "";
    expect(ack).toMatch(/^ACK sip:far@192\.0\.2\.10:5062 SIP/);
    expect(headerIn(ack, "CSeq")).toBe("1 ACK");
    expect(tagIn(headerIn(ack, "To"))).toBe("far");
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000, codec: "PCMU" });
    expect(sink.events).toEqual(["ringing", "answered"]);
  });

  it("[XI8] acknowledges a repeated 200 again, and answers only once", async () => {
    const { bench, sink, invite } = await dialled();
    const ok = phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) });

    await bench.receive(ok);
    await bench.receive(ok);
    await bench.receive(ok);

    expect(bench.firstLines().filter((line) => line.startsWith("ACK"))).toHaveLength(3);
    expect(sink.events).toEqual(["answered"]);
  });

  it("hangs up a second telephone that answered the same call", async () => {
    const { bench, sink, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "0" }) }));
    bench.sent();

    await bench.receive(
      phoneAnswer(invite, "200 OK", { toTag: "other", body: phoneSdp({ line: "0" }) }),
    );

    const sent = bench.sent().map(({ text }) => text);
    expect(sent.map((text) => text.split(" ")[0])).toEqual(["ACK", "BYE"]);
    expect(sent.every((text) => tagIn(headerIn(text, "To")) === "other")).toBe(true);
    expect(sink.events).toEqual(["answered"]);
  });

  it("follows the route that the proxies recorded, backwards", async () => {
    const { bench, leg, invite } = await dialled();
    const headers = [
      "Record-Route: <sip:192.0.2.30;lr>, <sip:192.0.2.31:5070;lr>",
      "Record-Route: <sip:192.0.2.32;lr>",
    ];
    await bench.receive(phoneAnswer(invite, "200 OK", { headers, body: phoneSdp({ line: "0" }) }));
    leg.hangUp();

    const bye = bench.sent().at(-1);
    expect(bye?.target).toEqual({ address: "192.0.2.32", port: 5060 });
    expect(bye?.text.match(/^Route: .*$/gm)).toEqual([
      "Route: <sip:192.0.2.32;lr>",
      "Route: <sip:192.0.2.31:5070;lr>",
      "Route: <sip:192.0.2.30;lr>",
    ]);
  });
});

describe("[XI13] being refused", () => {
  it.each([
    ["486 Busy Here", "busy"],
    ["600 Busy Everywhere", "busy"],
    ["603 Decline", "declined"],
    ["404 Not Found", "not-found"],
    ["480 Temporarily Unavailable", "no-answer"],
    ["408 Request Timeout", "no-answer"],
    ["503 Service Unavailable", "unreachable"],
    ["488 Not Acceptable", "failed"],
    ["401 Unauthorized", "failed"],
  ])("takes %s as %s and acknowledges it", async (status, cause) => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, status));
    await bench.receive(phoneAnswer(invite, status));

    expect(sink.end).toMatchObject({ cause, sipCode: Number(status.slice(0, 3)) });
    const acks = bench.sent();
    expect(acks.map(({ text }) => text.split(" ")[0])).toEqual(["ACK", "ACK"]);
    // RFC 3261 section 17.1.1.3: the INVITE's own branch.
    expect(headerIn(acks[0]?.text ?? "", "Via")).toBe(headerIn(invite, "Via"));
    expect(bench.media.closed).toHaveLength(1);
  });

  it("repeats the INVITE and calls it unreachable when nobody says a word", async () => {
    const { bench, sink } = await dialled();

    await bench.clock.turn(33_000);

    expect(bench.firstLines().filter((line) => line.startsWith("INVITE"))).toHaveLength(6);
    expect(sink.end).toEqual({ cause: "unreachable", sipCode: 408 });
    expect(bench.core.isIdle).toBe(true);
    expect(bench.clock.pending).toBe(0);
  });

  it("is unreachable at once when the datagram cannot be sent", async () => {
    const bench = new TestBench({ peer });
    const sink = new TestSink();
    bench.core.dial(
      { callSid: "CA9", from: "+61255500101", to: "+61491570006", callerName: null, params: [] },
      sink,
    );
    await settled();
    const target = bench.sent()[0]?.target;

    bench.core.handleSendError(target ?? { address: "", port: 0 });
    await settled();

    expect(sink.end?.cause).toBe("unreachable");
  });

  it.each([
    ["+61491570006", { bench: {} }, "no SIP trunk"],
    ["client:alice", { bench: { peer } }, "neither a number"],
    ["sip:bob@203.0.113.5", { bench: { limits: { maxDialogs: 0 } } }, "too many calls"],
  ])("says why it cannot ring %s, after the leg is in hand", async (to, { bench }, message) => {
    const { core } = new TestBench(bench);
    const sink = new TestSink();

    const leg = core.dial({ callSid: "CA9", from: "+1", to, callerName: null, params: [] }, sink);
    expect(sink.end).toBeNull();
    await settled();
    leg.decline({ cause: "cancelled" });

    expect(sink.end?.message).toContain(message);
    expect(sink.events).toHaveLength(1);
  });

  it("fails when the media has no port", async () => {
    const bench = new TestBench({ peer });
    bench.media.fails = true;
    const sink = new TestSink();
    bench.core.dial({ callSid: "C", from: "+1", to: "+61", callerName: null, params: [] }, sink);
    await settled();

    expect(sink.end?.cause).toBe("failed");
    expect(bench.firstLines()).toEqual([]);
  });

  it("hangs up when the answer has no audio for us", async () => {
    const { bench, sink, invite } = await dialled();

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp({ line: "18" }) }));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK", "BYE"]);
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 488 });
  });
});

describe("[XI5] giving up", () => {
  it("sends nothing when it is declined before the media stands", async () => {
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

  it("cancels a call that rings, with the INVITE's branch, and takes the 487", async () => {
    const { bench, sink, leg, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    leg.decline({ cause: "no-answer" });
    const cancel = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneAnswer(cancel, "200 OK"));
    await bench.receive(phoneAnswer(invite, "487 Request Terminated"));

    expect(cancel).toMatch(/^CANCEL sip:\+61491570006@/);
    expect(headerIn(cancel, "Via")).toBe(headerIn(invite, "Via"));
    expect(headerIn(cancel, "CSeq")).toBe("1 CANCEL");
    expect(bench.firstLines()[0]).toMatch(/^ACK/);
    expect(sink.events).toEqual(["ringing", "ended no-answer"]);
    expect(bench.core.isIdle).toBe(true);
  });

  it("waits with the CANCEL for a first answer", async () => {
    const { bench, leg, invite } = await dialled();
    leg.decline({ cause: "cancelled" });
    expect(bench.firstLines()).toEqual([]);

    await bench.receive(phoneAnswer(invite, "100 Trying"));
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    expect(bench.firstLines().filter((line) => line.startsWith("CANCEL"))).toHaveLength(1);
  });

  it("says BYE when a 200 crosses the CANCEL", async () => {
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

  it("does not wait for ever for a far end that ignores the CANCEL", async () => {
    const { bench, leg, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));
    leg.decline({ cause: "cancelled" });

    await bench.clock.turn(100_000);

    expect(bench.core.isIdle).toBe(true);
  });

  it("gives up a call that rings too long", async () => {
    const { bench, sink, invite } = await dialled();
    await bench.receive(phoneAnswer(invite, "180 Ringing"));

    await bench.clock.turn(300_000);

    expect(bench.firstLines().some((line) => line.startsWith("CANCEL"))).toBe(true);
    expect(sink.end?.cause).toBe("no-answer");
  });
});

describe("[XI14] the end of a call that stood", () => {
  async function standing(): Promise<Dialled> {
    const call = await dialled();
    await call.bench.receive(phoneAnswer(call.invite, "200 OK", { body: phoneSdp({ line: "0" }) }));
    call.bench.sent();
    return call;
  }

  it("takes the far end's BYE", async () => {
    const { bench, sink, invite } = await standing();
    const ours = headerIn(invite, "From");
    const bye = [
      "BYE sip:linedesk@198.51.100.1:5060 SIP/2.0",
      "Via: SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bKbye",
      `From: ${headerIn(invite, "To")};tag=far`,
      `To: ${ours}`,
      `Call-ID: ${headerIn(invite, "Call-ID")}`,
      "CSeq: 1 BYE",
      "",
      "",
    ];

    await bench.receive(bye);

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    expect(sink.events).toEqual(["answered", "ended hangup"]);
  });

  it("forgets the call when its BYE is never answered", async () => {
    const { bench, leg, sink } = await standing();

    leg.hangUp({ cause: "hangup" });
    await bench.clock.turn(100_000);

    expect(bench.core.isIdle).toBe(true);
    expect(bench.clock.pending).toBe(0);
    expect(sink.events).toEqual(["answered", "ended hangup"]);
  });
});

describe("credentials", () => {
  const secret = { ...peer, username: "station", password: "s3cret" };
  const challenge = ['Proxy-Authenticate: Digest realm="carrier",nonce="n1",qop="auth"'];

  it("[XI20] answers a challenge once, as a new request of the same call", async () => {
    const { bench, sink, invite } = await dialled("+61491570006", { peer: secret });

    await bench.receive(
      phoneAnswer(invite, "407 Proxy Authentication Required", { headers: challenge }),
    );
    const [ack, second] = bench.sent().map(({ text }) => text);
    await bench.receive(
      phoneAnswer(second ?? "", "407 Proxy Authentication Required", { headers: challenge }),
    );

    expect(ack).toMatch(/^ACK /);
    expect(second).toMatch(/^INVITE /);
    expect(headerIn(second ?? "", "CSeq")).toBe("2 INVITE");
    expect(headerIn(second ?? "", "Call-ID")).toBe(headerIn(invite, "Call-ID"));
    expect(headerIn(second ?? "", "Via")).not.toBe(headerIn(invite, "Via"));
    expect(headerIn(second ?? "", "Proxy-Authorization")).toContain('username="station"');
    expect(second).not.toContain("s3cret");
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 407 });
  });

  it("sends no credentials to a challenge that is not Digest", async () => {
    const { bench, sink, invite } = await dialled("+61491570006", { peer: secret });

    const headers = ['WWW-Authenticate: Basic realm="x"'];
    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers }));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK"]);
    expect(sink.end?.sipCode).toBe(401);
  });

  it("[XT52] sends the X headers of the address along, and nothing that is smuggled in", async () => {
    const headers = "X-Team=news%20desk&X-Evil=a%0d%0aVia:%20b&From=x&X-Twilio-CallSid=CA0";
    const { invite } = await dialled(`sip:bob@203.0.113.5:5090?${headers}`);

    expect(invite).toMatch(/^INVITE sip:bob@203\.0\.113\.5:5090 SIP/);
    expect(headerIn(invite, "X-Team")).toBe("news desk");
    expect(headerIn(invite, "X-Evil")).toBe("");
    expect(headerIn(invite, "X-Twilio-CallSid")).toBe("CA9");
    expect(invite.match(/^From:/gm)).toHaveLength(1);
  });

  it("[XT41] answers with those of the call, at the host that it was placed to", async () => {
    const bench = new TestBench({});
    const parties = { from: "+61255500101", callerName: null, params: [] };
    const credentials = { username: "desk", password: "secret" };
    const to = "sip:bob@203.0.113.5:5090";
    bench.core.dial({ callSid: "CA9", to, ...parties, credentials }, new TestSink());
    await settled();
    const invite = bench.sent()[0]?.text ?? "";

    const headers = ['WWW-Authenticate: Digest realm="far",nonce="n1"'];
    await bench.receive(phoneAnswer(invite, "401 Unauthorized", { headers }));

    const again = bench.sent().find(({ text }) => text.startsWith("INVITE"))?.text ?? "";
    expect(headerIn(again, "Authorization")).toContain('username="desk"');
  });

  it("[XI20] sends no credentials to anybody but the peer", async () => {
    const { bench, sink, invite } = await dialled("sip:eve@203.0.113.66", { peer: secret });

    await bench.receive(
      phoneAnswer(invite, "407 Proxy Authentication Required", { headers: challenge }),
    );

    expect(bench.sent().every(({ text }) => !text.includes("Authorization"))).toBe(true);
    expect(sink.end?.sipCode).toBe(407);
  });
});
