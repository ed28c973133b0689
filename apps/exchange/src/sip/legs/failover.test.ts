import { describe, expect, it } from "vitest";
import type { Leg } from "../../calls/leg.ts";
import type { SipResolver } from "../transports/resolver.ts";
import { phoneAnswer, phoneSdp } from "../scripted-phone.ts";
import type { SipAddress } from "../messages/sip-address.ts";
import { headerIn, settled, TestBench, TestSink } from "../test-bench.ts";
import { openPlan, plainTrunk, type Trunk } from "../trunks/trunk.ts";

const audio = phoneSdp({ line: "0" });
const secret = { username: "radio", password: "s3cret" };

function aTrunk(name: string, host: string, parts: Partial<Trunk> = {}): Trunk {
  return { ...plainTrunk(name, [{ host, port: null }]), ...parts };
}

interface Call {
  bench: TestBench;
  sink: TestSink;
  leg: Leg;
}

async function dialled(
  trunks: Trunk[],
  parts: { to?: string; from?: string; resolver?: SipResolver; forwardedFrom?: string } = {},
): Promise<Call> {
  const plan = { ...openPlan, trunks };
  const bench = new TestBench(parts.resolver ? { plan, resolver: parts.resolver } : { plan });
  return { bench, ...(await dial(bench, parts)) };
}

async function dial(
  bench: TestBench,
  { to = "+61491570006", from = "+61255500101", forwardedFrom = "" } = {},
): Promise<Omit<Call, "bench">> {
  const sink = new TestSink();
  const request = { callSid: "CA9", from, to, callerName: null, forwardedFrom, params: [] };
  const leg = bench.core.dial(request, sink);
  await settled();
  return { sink, leg };
}

/** The one INVITE that went out since the last question. */
function invited(bench: TestBench): { text: string; target: SipAddress } {
  const invites = bench.sent().filter(({ text }) => text.startsWith("INVITE"));
  expect(invites).toHaveLength(1);
  return invites[0] ?? { text: "", target: { address: "", port: 0 } };
}

describe("[XI24] a call over the next trunk", () => {
  const two = [aTrunk("first", "192.0.2.1"), aTrunk("second", "192.0.2.2", { priority: 2 })];

  it("goes there when the first one cannot carry it, and rings once", async () => {
    const { bench, sink } = await dialled(two);
    const first = invited(bench);
    await bench.receive(phoneAnswer(first.text, "180 Ringing"));

    await bench.receive(phoneAnswer(first.text, "503 Service Unavailable"));
    const second = invited(bench);
    await bench.receive(phoneAnswer(second.text, "180 Ringing"));
    await bench.receive(phoneAnswer(second.text, "200 OK", { body: audio }));

    expect(first.target.address).toBe("192.0.2.1");
    expect(second.target.address).toBe("192.0.2.2");
    expect(headerIn(second.text, "Call-ID")).not.toBe(headerIn(first.text, "Call-ID"));
    expect(sink.events).toEqual(["ringing", "answered"]);
  });

  it("does not go there when the called one refuses", async () => {
    const { bench, sink } = await dialled(two);

    await bench.receive(phoneAnswer(invited(bench).text, "486 Busy Here"));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK"]);
    expect(sink.end).toMatchObject({ cause: "busy", sipCode: 486 });
  });

  it("ends as the last one said when none can carry it", async () => {
    const { bench, sink } = await dialled(two);

    await bench.receive(phoneAnswer(invited(bench).text, "503 Service Unavailable"));
    await bench.receive(phoneAnswer(invited(bench).text, "500 Broken"));

    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 500 });
    expect(bench.core.isIdle).toBe(true);
  });

  it("goes there after four seconds of silence, and stops the first should it ring after all", async () => {
    const { bench, sink } = await dialled(two);
    const first = invited(bench);

    await bench.clock.turn(4100);
    const sent = bench.sent().filter(({ target }) => target.address === "192.0.2.2");
    await bench.receive(phoneAnswer(first.text, "180 Ringing"));
    const late = bench.sent().map(({ text }) => text.split(" ")[0]);
    await bench.receive(phoneAnswer(first.text, "200 OK", { body: audio }));
    const tooLate = bench.sent().map(({ text }) => text.split(" ")[0]);
    await bench.receive(phoneAnswer(sent[0]?.text ?? "", "200 OK", { toTag: "b", body: audio }));

    expect(late).toEqual(["CANCEL"]);
    expect(tooLate).toEqual(["ACK", "BYE"]);
    expect(sink.events).toEqual(["answered"]);
  });

  it("waits on where there is no other", async () => {
    const { bench, sink } = await dialled(two.slice(0, 1));

    await bench.clock.turn(20_000);

    expect(sink.end).toBeNull();
  });

  it("ends at once when it is declined between two trunks", async () => {
    const never: SipResolver = {
      resolve: ({ host }) =>
        host === "192.0.2.1"
          ? Promise.resolve([{ address: host, port: 5060 }])
          : new Promise(() => undefined),
    };
    const { bench, sink, leg } = await dialled(two, { resolver: never });
    await bench.receive(phoneAnswer(invited(bench).text, "503 Service Unavailable"));

    leg.decline({ cause: "cancelled" });

    expect(sink.events).toEqual(["ended cancelled"]);
  });

  it("[XI25] carries no more calls than the trunk has channels, and frees them", async () => {
    const { bench, sink, leg } = await dialled([aTrunk("one", "192.0.2.1", { maxCalls: 1 })]);
    await bench.receive(phoneAnswer(invited(bench).text, "200 OK", { body: audio }));

    const second = await dial(bench);
    leg.hangUp();
    bench.sent();
    const third = await dial(bench);

    expect(sink.events[0]).toBe("answered");
    expect(second.sink.end?.message).toBe("every trunk for this number is full");
    expect(third.sink.end).toBeNull();
    invited(bench);
  });
});

describe("[XI26] a redirected call", () => {
  const trunk = aTrunk("carrier", "192.0.2.1", { credentials: secret });

  it("follows the Contacts, best first, and tells our secret to the trunk alone", async () => {
    const { bench, sink } = await dialled([trunk]);
    const headers = ["Contact: <sip:b@203.0.113.2>;q=0.1, <sip:a@203.0.113.1:5070>;q=0.9"];
    const moved = phoneAnswer(invited(bench).text, "302 Moved", { headers }).replace(
      /Contact: <sip:far@.*\r\n/,
      "",
    );

    await bench.receive(moved);
    const next = invited(bench);
    const challenge = ['WWW-Authenticate: Digest realm="x",nonce="n"'];
    await bench.receive(phoneAnswer(next.text, "401 Unauthorized", { headers: challenge }));
    const last = invited(bench);
    await bench.receive(phoneAnswer(last.text, "404 Not Found"));

    expect(next.target).toEqual({ address: "203.0.113.1", port: 5070 });
    expect(last.target).toEqual({ address: "203.0.113.2", port: 5060 });
    expect(last.text).not.toContain("Authorization");
    expect(sink.end).toMatchObject({ cause: "not-found", sipCode: 404 });
  });

  it("is not sent round in circles", async () => {
    const { bench, sink } = await dialled([trunk]);

    let hops = 0;
    for (; hops < 20 && sink.end === null; hops += 1) {
      const headers = [`Contact: <sip:hop${hops % 7}@203.0.113.9>`];
      const answer = phoneAnswer(invited(bench).text, "302 Moved", { headers });
      await bench.receive(answer.replace(/Contact: <sip:far@.*\r\n/, ""));
    }

    expect(hops).toBe(6);
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 302 });
  });
});

describe("[XI27] who calls, as a trunk is told", () => {
  const trunk = aTrunk("carrier", "192.0.2.1", {
    domain: "carrier.net",
    callerId: "+61255500100",
    numbering: { ...plainTrunk("x", []).numbering, format: "digits" },
  });

  it("is the trunk's own number and domain, written as it wants them", async () => {
    const { bench } = await dialled([trunk], { forwardedFrom: "+61255500177" });

    const { text } = invited(bench);

    expect(text).toMatch(/^INVITE sip:61491570006@carrier\.net SIP/);
    expect(headerIn(text, "From")).toContain("<sip:61255500100@carrier.net>");
    expect(headerIn(text, "P-Asserted-Identity")).toBe("<sip:61255500100@carrier.net>");
    expect(headerIn(text, "Diversion")).toContain("<sip:61255500177@carrier.net>");
  });

  it("is withheld from the callee and told to the network alone", async () => {
    const { bench } = await dialled([trunk], { from: "anonymous" });

    const { text } = invited(bench);

    expect(headerIn(text, "From")).toContain("<sip:anonymous@anonymous.invalid>");
    expect(headerIn(text, "Privacy")).toBe("id");
    expect(headerIn(text, "P-Asserted-Identity")).toContain("61255500100");
  });

  it("is not asserted to a trunk that wants no such header", async () => {
    const { bench } = await dialled([{ ...trunk, assertsIdentity: false }]);

    expect(headerIn(invited(bench).text, "P-Asserted-Identity")).toBe("");
  });
});

it("[XI28] sends to a TCP trunk once, and says so in Via, Contact and Request-URI", async () => {
  const { bench } = await dialled([aTrunk("tcp", "192.0.2.1", { transport: "tcp" })]);

  await bench.clock.turn(10_000);
  const { text, target } = invited(bench);

  expect(target).toEqual({ address: "192.0.2.1", port: 5060, transport: "tcp" });
  expect(text).toMatch(/^INVITE sip:\+61491570006@192\.0\.2\.1;transport=tcp SIP/);
  expect(headerIn(text, "Via")).toContain("SIP/2.0/TCP ");
  expect(headerIn(text, "Contact")).toContain(";transport=tcp>");
});
