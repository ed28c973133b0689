import { describe, expect, test } from "vitest";

import { phoneRequest, phoneSdp, ringing } from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, settled } from "../../../testing/sip/test-bench.ts";

const required = { headers: ["Require: 100rel"] };

async function aRingingCall(parts: Parameters<typeof ringing>[0] = required) {
  const { bench, text, toTag, leg, sink } = await ringing(parts);
  let cseq = 1;
  async function prack(answer: string, more: { rseq?: number; body?: string } = {}) {
    cseq += 1;
    const rseq = more.rseq ?? Number(readHeader(answer, "RSeq"));
    const headers = [`RAck: ${rseq} 1 INVITE`];
    await bench.receive(phoneRequest("PRACK", { cseq, toTag, headers, body: more.body ?? "" }));
  }
  return { bench, ringing: text, prack, leg, sink };
}

describe("[XI61] a caller who requires 100rel", () => {
  test("gets a numbered provisional response repeatedly until the PRACK", async () => {
    const { bench, ringing, prack } = await aRingingCall();
    expect(ringing).toMatch(/^SIP\/2\.0 180 /);
    expect(readHeader(ringing, "Require")).toBe("100rel");
    expect(Number(readHeader(ringing, "RSeq"))).toBeGreaterThan(0);

    await bench.clock.advance(3600);
    expect(bench.sent().map(({ text }) => text)).toEqual([ringing, ringing, ringing]);
    await prack(ringing);
    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    await bench.clock.advance(40_000);

    expect(bench.firstLines()).toEqual([]);
  });

  test("[XI119] gets the provisional response again each minute, with the next number", async () => {
    const { bench, ringing, prack } = await aRingingCall();
    await prack(ringing);
    bench.sent();

    await bench.clock.advance(60_000);

    const again = bench.sent().map(({ text }) => text);
    expect(again.map((text) => text.split("\r\n")[0])).toEqual(["SIP/2.0 180 Ringing"]);
    expect(Number(readHeader(again[0] ?? "", "RSeq"))).toBe(
      Number(readHeader(ringing, "RSeq")) + 1,
    );
  });

  test("gets 481 for a PRACK of another response or a repeated one", async () => {
    const { bench, ringing, prack } = await aRingingCall();

    await prack(ringing, { rseq: 1 + Number(readHeader(ringing, "RSeq")) });
    await prack(ringing);
    await prack(ringing);

    const statuses = bench.firstLines().map((line) => line.split(" ")[1]);
    expect(statuses).toEqual(["481", "200", "481"]);
  });

  test("gets early media after the PRACK of the ringing, and the answer after the PRACK of both", async () => {
    const { bench, ringing, prack, leg } = await aRingingCall();
    await leg.openEarly?.("CA1");
    expect(bench.firstLines()).toEqual([]);

    await prack(ringing);
    const [, progress] = bench.sent().map(({ text }) => text);
    expect(progress).toMatch(/^SIP\/2\.0 183 /);
    expect(Number(readHeader(progress ?? "", "RSeq"))).toBe(
      Number(readHeader(ringing, "RSeq")) + 1,
    );
    const answering = leg.answer("CA1");
    await settled();
    expect(bench.firstLines()).toEqual([]);
    await prack(progress ?? "");
    await answering;

    const [, ok] = bench.sent().map(({ text }) => text);
    expect(ok).toMatch(/^SIP\/2\.0 200 OK\r\n/);
    expect(readHeader(ok ?? "", "CSeq")).toBe("1 INVITE");
    // The 183 has already answered the caller's offer, so the 200 has no body.
    expect(readBody(progress ?? "")).toContain("m=audio");
    expect(readBody(ok ?? "")).toBe("");
    expect(bench.media.connected).toHaveLength(1);
  });

  test("gets 504 after 32 s without a PRACK", async () => {
    const { bench, sink } = await aRingingCall();

    await bench.clock.advance(32_100);

    expect(bench.firstLines().at(-1)).toBe("SIP/2.0 504 Server Time-out");
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 504 });
  });

  test("without an offer gets an offer while it rings, and answers in the PRACK", async () => {
    const { bench, ringing, prack, leg } = await aRingingCall({ ...required, body: "" });
    expect(ringing).toMatch(/^SIP\/2\.0 180 /);
    expect(readBody(ringing)).toContain("m=audio");
    const early = leg.openEarly?.("CA1");

    await prack(ringing, { body: phoneSdp({ line: "8 101" }) });
    expect(await early).toBe(true);
    expect(bench.media.connected[0]?.remote).toMatchObject({ port: 6000, codec: "PCMA" });
    bench.sent();
    await leg.answer("CA1");

    const ok = bench.sent()[0]?.text ?? "";
    expect(ok).toMatch(/^SIP\/2\.0 200 OK\r\n/);
    expect(readBody(ok)).toBe("");
  });

  test("gets 488 for an answer without a common codec, and the call ends", async () => {
    const { bench, ringing, prack, sink } = await aRingingCall({ ...required, body: "" });

    await prack(ringing, { body: phoneSdp({ line: "18" }) });

    const statuses = bench.firstLines().map((line) => line.split(" ")[1]);
    expect(statuses).toEqual(["488", "500"]);
    expect(sink.end?.cause).toBe("failed");
  });
});

test.each([[[]], [["Supported: 100rel"]]])(
  "[XI61] a caller with %j need not send PRACK",
  async (headers) => {
    const { ringing, bench, prack } = await aRingingCall({ headers });

    expect(readHeader(ringing, "RSeq")).toBe("");
    await bench.clock.advance(40_000);
    expect(bench.firstLines()).toEqual([]);
    await prack(ringing, { rseq: 1 });
    expect(bench.firstLines()).toEqual(["SIP/2.0 481 Call/Transaction Does Not Exist"]);
  },
);
