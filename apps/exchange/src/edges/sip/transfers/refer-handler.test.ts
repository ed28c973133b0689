import { describe, expect, test } from "vitest";

import { answerDialled, dialledCall } from "../../../testing/sip/scripted-calls.ts";
import {
  phoneAnswer,
  phoneRequest,
  readTag,
  answered,
} from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";

const to = "Refer-To: <sip:0491570157@192.0.2.10>";

async function aCall() {
  const { bench, toTag } = await answered();
  const { sink, leg } = bench.intake.call();
  function refer(cseq: number, ...headers: string[]) {
    return bench.receive(phoneRequest("REFER", { cseq, toTag, headers: [to, ...headers] }));
  }
  return { bench, toTag, sink, leg, refer };
}

/** Returns every message of that method that was sent since the last call of `bench.sent`. */
function sentOf(bench: TestBench, method: string): string[] {
  return bench
    .sent()
    .map(({ text }) => text)
    .filter((text) => text.startsWith(method));
}

async function answer(bench: TestBench, request: string | undefined, status = "200 OK") {
  await bench.receive(phoneAnswer(request ?? "", status));
}

describe("[XI79] an accepted REFER", () => {
  test("is answered 202 and reported with 100 Trying at once, and then with the result", async () => {
    const { bench, toTag, sink, refer } = await aCall();

    await refer(2);
    const [accepted = "", notify = ""] = bench.sent().map(({ text }) => text);
    await answer(bench, notify);
    sink.transferRequests[0]?.report(200);
    const [last = ""] = sentOf(bench, "NOTIFY");

    expect(accepted).toMatch(/^SIP\/2\.0 202 Accepted\r\n/);
    expect(readHeader(accepted, "Contact")).toBe("<sip:linedesk@198.51.100.1:5060>");
    expect(notify).toMatch(/^NOTIFY sip:jo@192\.0\.2\.10:5062 SIP\/2\.0/);
    expect(readHeader(notify, "Event")).toBe("refer");
    expect(readHeader(notify, "Subscription-State")).toBe("active;expires=300");
    expect(readHeader(notify, "Content-Type")).toBe("message/sipfrag;version=2.0");
    expect(readBody(notify)).toBe("SIP/2.0 100 Trying\r\n");
    expect(readTag(readHeader(notify, "From"))).toBe(toTag);
    expect(readHeader(last, "Subscription-State")).toBe("terminated;reason=noresource");
    expect(readBody(last)).toBe("SIP/2.0 200 OK\r\n");
  });

  test("is reported only with its newest state to a slow far end, after the answer to the first NOTIFY", async () => {
    const { bench, sink, refer } = await aCall();
    await refer(2);
    const [first] = sentOf(bench, "NOTIFY");

    for (const status of [180, 183, 486]) {
      sink.transferRequests[0]?.report(status);
    }
    expect(sentOf(bench, "NOTIFY")).toEqual([]);
    await answer(bench, first);

    expect(sentOf(bench, "NOTIFY").map(readBody)).toEqual(["SIP/2.0 486 Busy Here\r\n"]);
  });

  test("is accepted from a dialled party as from a caller", async () => {
    const call = await dialledCall();
    await answerDialled(call);
    const toTag = readTag(readHeader(call.invite, "From"));
    const callId = readHeader(call.invite, "Call-ID");
    const refer = phoneRequest("REFER", { toTag, callId, headers: [to] });

    await call.bench.receive(refer.replace("tag=phone", "tag=far"));

    expect(call.sink.transferRequests).toMatchObject([{ target: "<sip:0491570157@192.0.2.10>" }]);
    expect(call.bench.firstLines()).toEqual([
      "SIP/2.0 202 Accepted",
      "NOTIFY sip:far@192.0.2.10:5062 SIP/2.0",
    ]);
  });

  test("has its CSeq in the Event header if it is not the first REFER of its call", async () => {
    const { bench, sink, refer } = await aCall();
    await refer(2);
    await answer(bench, sentOf(bench, "NOTIFY")[0]);
    sink.transferRequests[0]?.report(486);
    await answer(bench, sentOf(bench, "NOTIFY")[0]);

    await refer(3);

    expect(readHeader(sentOf(bench, "NOTIFY")[0] ?? "", "Event")).toBe("refer;id=3");
  });

  test("with Refer-Sub: false is followed by no NOTIFY (RFC 4488)", async () => {
    const { bench, sink, refer } = await aCall();

    await refer(2, "Refer-Sub: false", "Require: norefersub");
    const [accepted = ""] = bench.sent().map(({ text }) => text);
    sink.transferRequests[0]?.report(200);

    expect(accepted).toMatch(/^SIP\/2\.0 202/);
    expect(readHeader(accepted, "Refer-Sub")).toBe("false");
    expect(sentOf(bench, "NOTIFY")).toEqual([]);
  });
});

describe("[XI79] the end of the referrer", () => {
  test("follows the NOTIFY of 200, and the BYE waits for the answer to this NOTIFY", async () => {
    const { bench, sink, leg, refer } = await aCall();
    await refer(2);
    await answer(bench, sentOf(bench, "NOTIFY")[0]);

    sink.transferRequests[0]?.report(200);
    leg.hangUp();
    const [last] = sentOf(bench, "");
    expect(last).toMatch(/^NOTIFY/);
    await answer(bench, last);

    expect(bench.firstLines()).toEqual(["BYE sip:jo@192.0.2.10:5062 SIP/2.0"]);
  });

  test("comes after 4 s when a NOTIFY is not answered by then, and only once", async () => {
    const { bench, sink, leg, refer } = await aCall();
    await refer(2);
    const [notify] = sentOf(bench, "NOTIFY");
    sink.transferRequests[0]?.report(200);
    leg.hangUp();
    await bench.clock.advance(3900);
    expect(sentOf(bench, "BYE")).toEqual([]);

    await bench.clock.advance(200);
    const [bye] = sentOf(bench, "BYE");
    await answer(bench, notify);
    expect(sentOf(bench, "BYE")).toEqual([]);
    await answer(bench, bye);
    await bench.clock.advance(64_000);

    expect(bye).toMatch(/^BYE/);
    expect(sentOf(bench, "BYE")).toEqual([]);
    expect(bench.core.isIdle).toBe(true);
  });
});

describe("[XI79] a subscription", () => {
  test.each(["481 Call/Transaction Does Not Exist", "405 Method Not Allowed"])(
    "ends after a %s, and the call continues",
    async (status) => {
      const { bench, sink, refer } = await aCall();
      await refer(2);
      await answer(bench, sentOf(bench, "NOTIFY")[0], status);

      sink.transferRequests[0]?.report(200);

      expect(sentOf(bench, "NOTIFY")).toEqual([]);
      expect(sink.events).toEqual([]);
    },
  );

  test("ends after five minutes with reason=timeout", async () => {
    const { bench, refer } = await aCall();
    await refer(2);
    await answer(bench, sentOf(bench, "NOTIFY")[0]);

    await bench.clock.advance(300_000);

    const last = sentOf(bench, "NOTIFY").at(0) ?? "";
    expect(readHeader(last, "Subscription-State")).toBe("terminated;reason=timeout");
    expect(readBody(last)).toBe("SIP/2.0 100 Trying\r\n");
  });
});

describe("[XI82] a refused REFER", () => {
  test("has the status and reason of the core, and no NOTIFY", async () => {
    const { bench, sink, refer } = await aCall();
    sink.refusal = { sipCode: 603, message: "the Dial has no referUrl" };

    await refer(2);

    const [refused = "", ...more] = bench.sent().map(({ text }) => text);
    expect(refused).toMatch(/^SIP\/2\.0 603 Decline/);
    expect(readHeader(refused, "Warning")).toBe('399 linedesk "the Dial has no referUrl"');
    expect(more).toEqual([]);
  });

  test("outside of a call is answered 403", async () => {
    const bench = new TestBench();

    await bench.receive(phoneRequest("REFER", { headers: [to] }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 403 Forbidden"]);
  });

  test.each([
    ["for a call that does not exist", { toTag: "guess" }, 481],
    ["with an unsupported extension", { headers: [to, "Require: multiple-refer"] }, 420],
    ["without Refer-To", { headers: [] }, 400],
    ["to another method", { headers: ["Refer-To: <sip:a@b.example;method=BYE>"] }, 403],
    [
      "with a Replaces of an unknown call",
      { headers: [`Refer-To: <sip:a@b.example?Replaces=x%3Bto-tag%3Da%3Bfrom-tag%3Db>`] },
      481,
    ],
  ])("%s is refused, and the call continues", async (_what, parts, status) => {
    const { bench, toTag, sink } = await aCall();

    await bench.receive(phoneRequest("REFER", { cseq: 2, toTag, headers: [to], ...parts }));

    expect(bench.firstLines()[0]).toContain(`SIP/2.0 ${status}`);
    expect(sink.transferRequests).toEqual([]);
    expect(sink.events).toEqual([]);
  });

  test("from an address other than the call's is answered 403", async () => {
    const { bench, toTag, sink } = await aCall();

    const refer = phoneRequest("REFER", { cseq: 2, toTag, headers: [to] });
    await bench.receive(refer, { address: "192.0.2.66", port: 5062 });

    expect(bench.firstLines()).toEqual(["SIP/2.0 403 Forbidden"]);
    expect(sink.transferRequests).toEqual([]);
  });

  test("for a call that is ending is answered 481", async () => {
    const { bench, leg, sink, refer } = await aCall();
    leg.hangUp();
    bench.sent();

    await refer(2);

    expect(bench.firstLines()).toEqual(["SIP/2.0 481 Call/Transaction Does Not Exist"]);
    expect(sink.transferRequests).toEqual([]);
  });

  test("in a flood: a burst of five is processed, and the rest get 503 with Retry-After", async () => {
    const { bench, sink, refer } = await aCall();
    sink.refusal = { sipCode: 603, message: "no" };

    for (let cseq = 2; cseq < 102; cseq += 1) {
      await refer(cseq);
    }

    const answers = bench.sent().map(({ text }) => text);
    expect(sink.transferRequests).toHaveLength(5);
    expect(answers.filter((text) => text.startsWith("SIP/2.0 503"))).toHaveLength(95);
    expect(readHeader(answers.at(-1) ?? "", "Retry-After")).toBe("1");
    expect(sink.events).toEqual([]);
  });
});
