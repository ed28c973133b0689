import { describe, expect, test } from "vitest";

import type { SipResolver } from "@linedesk/sip";
import { aTrunk, invited } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, type Trunk } from "../trunks/trunk.ts";

const audio = phoneSdp({ line: "0" });

async function dialled(trunks: Trunk[], parts: { resolver?: SipResolver } = {}) {
  const bench = new TestBench({ plan: { ...openPlan, trunks }, ...parts });
  return { bench, ...(await bench.dial()) };
}

describe("[XI24] failover to the next trunk", () => {
  const two = [aTrunk("first", "192.0.2.1"), aTrunk("second", "192.0.2.2", { priority: 2 })];

  test("happens when the first one cannot carry the call, and rings once", async () => {
    const { bench, sink } = await dialled(two);
    const first = invited(bench);
    await bench.receive(phoneAnswer(first.text, "180 Ringing"));

    await bench.receive(phoneAnswer(first.text, "503 Service Unavailable"));
    const second = invited(bench);
    await bench.receive(phoneAnswer(second.text, "180 Ringing"));
    await bench.receive(phoneAnswer(second.text, "200 OK", { body: audio }));

    expect(first.target.address).toBe("192.0.2.1");
    expect(second.target.address).toBe("192.0.2.2");
    expect(readHeader(second.text, "Call-ID")).not.toBe(readHeader(first.text, "Call-ID"));
    expect(sink.events).toEqual(["ringing", "answered"]);
  });

  test("does not happen when the called party refuses", async () => {
    const { bench, sink } = await dialled(two);

    await bench.receive(phoneAnswer(invited(bench).text, "486 Busy Here"));

    expect(bench.firstLines().map((line) => line.split(" ")[0])).toEqual(["ACK"]);
    expect(sink.end).toMatchObject({ cause: "busy", sipCode: 486 });
  });

  test("ends with the last response when no trunk can carry the call", async () => {
    const { bench, sink } = await dialled(two);

    await bench.receive(phoneAnswer(invited(bench).text, "503 Service Unavailable"));
    await bench.receive(phoneAnswer(invited(bench).text, "500 Broken"));

    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 500 });
    expect(bench.core.isIdle).toBe(true);
  });

  test("happens after four seconds of silence, and cancels the first if it rings after all", async () => {
    const { bench, sink } = await dialled(two);
    const first = invited(bench);

    await bench.clock.advance(4100);
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

  test("does not happen without another trunk, and the call keeps waiting", async () => {
    const { bench, sink } = await dialled(two.slice(0, 1));

    await bench.clock.advance(20_000);

    expect(sink.end).toBeNull();
  });

  test("ends at once when the call is declined between two trunks", async () => {
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
});

test("[XI22] a trunk carries no more calls than it has channels, and the end of a call frees one", async () => {
  const { bench, sink, leg } = await dialled([aTrunk("one", "192.0.2.1", { maxCalls: 1 })]);
  await bench.receive(phoneAnswer(invited(bench).text, "200 OK", { body: audio }));

  const second = await bench.dial();
  leg.hangUp();
  bench.sent();
  const third = await bench.dial();

  expect(sink.events[0]).toBe("answered");
  expect(second.sink.end?.message).toBe("every trunk for this number is full");
  expect(third.sink.end).toBeNull();
  invited(bench);
});

test("[XI1] a request to a TCP trunk is sent once, with TCP in Via, Contact and Request-URI", async () => {
  const { bench } = await dialled([aTrunk("tcp", "192.0.2.1", { transport: "tcp" })]);

  await bench.clock.advance(10_000);
  const { text, target } = invited(bench);

  expect(target).toEqual({ address: "192.0.2.1", port: 5060, transport: "tcp" });
  expect(text).toMatch(/^INVITE sip:\+61491570006@192\.0\.2\.1;transport=tcp SIP/);
  expect(readHeader(text, "Via")).toContain("SIP/2.0/TCP ");
  expect(readHeader(text, "Contact")).toContain(";transport=tcp>");
});
