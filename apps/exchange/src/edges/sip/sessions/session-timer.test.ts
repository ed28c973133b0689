import { describe, expect, test } from "vitest";

import { dialledCall } from "../../../testing/sip/scripted-calls.ts";
import {
  answered,
  phoneAnswer,
  phoneInvite,
  phoneRequest,
  phoneSdp,
} from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";

const audio = phoneSdp({ line: "0" });

async function dialled(headers: string[]) {
  const { bench, sink, invite } = await dialledCall();
  expect(readHeader(invite, "Session-Expires")).toBe("1800");
  await bench.receive(phoneAnswer(invite, "200 OK", { headers, body: audio }));
  bench.sent();
  return { bench, sink };
}

describe("[XI38] session timers of an outgoing call", () => {
  test("are refreshed by UPDATE at half time, repeatedly", async () => {
    const granted = ["Session-Expires: 600;refresher=uac", "Allow: INVITE, UPDATE"];
    const { bench, sink } = await dialled(granted);

    for (let n = 0; n < 3; n += 1) {
      await bench.clock.advance(299_000);
      expect(bench.firstLines()).toEqual([]);
      await bench.clock.advance(1_500);
      const update = bench.sent()[0]?.text ?? "";
      expect(update).toMatch(/^UPDATE sip:far@/);
      expect(readHeader(update, "Session-Expires")).toBe("600;refresher=uac");
      await bench.receive(phoneAnswer(update, "200 OK", { headers: granted }));
    }

    expect(sink.events).toEqual(["answered"]);
  });

  test("are refreshed by INVITE without UPDATE support, and acknowledged", async () => {
    const granted = ["Session-Expires: 600;refresher=uac", "Allow: INVITE"];
    const { bench } = await dialled(granted);

    await bench.clock.advance(300_100);
    const invite = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneAnswer(invite, "200 OK", { headers: granted, body: audio }));

    expect(invite).toMatch(/^INVITE sip:far@/);
    expect(readBody(invite)).toContain("m=audio");
    expect(bench.firstLines()[0]).toMatch(/^ACK /);
  });

  test("end the call when the refresh gets 481 or no response", async () => {
    const granted = ["Session-Expires: 600;refresher=uac", "Allow: UPDATE"];
    for (const isAnswered of [true, false]) {
      const { bench, sink } = await dialled(granted);
      await bench.clock.advance(300_100);
      const update = bench.sent()[0]?.text ?? "";
      if (isAnswered) {
        await bench.receive(phoneAnswer(update, "481 No Such Call"));
      } else {
        await bench.clock.advance(40_000);
      }

      expect(sink.end?.cause).toBe("signalling-lost");
      expect(bench.firstLines().some((line) => line.startsWith("BYE"))).toBe(true);
    }
  });

  test("are requested again with the interval of a 422", async () => {
    const { bench, invite } = await dialledCall();

    const headers = ["Min-SE: 3600"];
    await bench.receive(phoneAnswer(invite, "422 Session Interval Too Small", { headers }));

    const second = bench.sent().find(({ text }) => text.startsWith("INVITE"))?.text ?? "";
    expect(readHeader(second, "Session-Expires")).toBe("3600");
    expect(readHeader(second, "CSeq")).toBe("2 INVITE");
  });

  test("are left to the far end that refreshes, and end the call without a refresh", async () => {
    const { bench, sink } = await dialled(["Session-Expires: 600;refresher=uas", "Allow: UPDATE"]);

    await bench.clock.advance(560_000);
    expect(bench.firstLines()).toEqual([]);
    await bench.clock.advance(20_000);

    expect(sink.end?.cause).toBe("signalling-lost");
  });
});

describe("[XI38] a far end without session timers", () => {
  const known = ["Allow: INVITE, UPDATE"];

  test.each([200, 405, 500])(
    "is refreshed every 15 minutes, and the call stays after %d",
    async (code) => {
      const { bench, sink } = await dialled(known);

      for (let n = 0; n < 3; n += 1) {
        await bench.clock.advance(899_000);
        expect(bench.firstLines()).toEqual([]);
        await bench.clock.advance(1_500);
        const update = bench.sent()[0]?.text ?? "";
        expect(update).toMatch(/^UPDATE sip:far@/);
        await bench.receive(phoneAnswer(update, `${code} Whatever`));
      }

      expect(sink.events).toEqual(["answered"]);
    },
  );

  test.each(["481 No Such Call", "408 Timeout", null])("is hung up after %s", async (answer) => {
    const { bench, sink } = await dialled(known);
    await bench.clock.advance(900_100);
    const update = bench.sent()[0]?.text ?? "";
    if (answer === null) {
      await bench.clock.advance(40_000);
    } else {
      await bench.receive(phoneAnswer(update, answer));
    }

    expect(sink.end?.cause).toBe("signalling-lost");
    expect(bench.firstLines().some((line) => line.startsWith("BYE"))).toBe(true);
  });

  test("is refreshed by INVITE without UPDATE support, on an incoming call too", async () => {
    const { bench, ok } = await answered([]);
    expect(readHeader(ok, "Session-Expires")).toBe("");

    await bench.clock.advance(900_100);

    expect(bench.firstLines()[0]).toMatch(/^INVITE sip:jo@/);
  });
});

describe("[XI38] session timers of an incoming call", () => {
  test("are accepted, and end the call when the caller does not refresh", async () => {
    const { bench, ok } = await answered(["Supported: timer", "Session-Expires: 120"]);
    expect(readHeader(ok, "Session-Expires")).toBe("120;refresher=uac");
    expect(readHeader(ok, "Require")).toBe("timer");

    await bench.clock.advance(87_000);
    expect(bench.intake.call().sink.end).toBeNull();
    await bench.clock.advance(2_000);

    expect(bench.intake.call().sink.end?.cause).toBe("signalling-lost");
    expect(bench.firstLines()[0]).toMatch(/^BYE /);
  });

  test.each(["UPDATE", "INVITE"])("restart with each %s of the caller", async (method) => {
    const headers = ["Supported: timer", "Session-Expires: 120;refresher=uac"];
    const { bench, toTag } = await answered(headers);

    for (let cseq = 2; cseq < 6; cseq += 1) {
      await bench.clock.advance(60_000);
      const body = method === "INVITE" ? phoneSdp() : "";
      await bench.receive(phoneRequest(method, { cseq, toTag, headers, body }));
      if (body !== "") {
        await bench.receive(phoneRequest("ACK", { cseq, toTag }));
      }
    }
    expect(bench.intake.call().sink.end).toBeNull();
    await bench.clock.advance(90_000);

    expect(bench.intake.call().sink.end?.cause).toBe("signalling-lost");
  });

  test("are refreshed by us when the caller requests it", async () => {
    const { bench } = await answered([
      "Supported: timer",
      "Session-Expires: 120;refresher=uas",
      "Allow: UPDATE",
    ]);

    await bench.clock.advance(60_100);

    expect(bench.firstLines()[0]).toMatch(/^UPDATE sip:jo@/);
  });

  test("are answered 422 when they are too short", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite({ headers: ["Supported: timer", "Session-Expires: 30"] }));

    const answer = bench.sent()[0]?.text ?? "";
    expect(answer).toMatch(/^SIP\/2\.0 422 /);
    expect(readHeader(answer, "Min-SE")).toBe("90");
  });
});
