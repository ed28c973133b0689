import { describe, expect, test } from "vitest";

import type { ReferResult } from "../../../calls/legs/transfer-request.ts";
import { answerDialled, dialledByTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneRequest, answered } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, type TestBench } from "../../../testing/sip/test-bench.ts";

const target = "sip:carla@pbx.example?X-Account=7";

interface SentReferral {
  bench: TestBench;
  refer: string;
  toTag: string;
  result: () => ReferResult | null;
  progress: ReferResult[];
}

async function aSentReferral(): Promise<SentReferral> {
  const { bench, toTag } = await answered();
  let result: ReferResult | null = null;
  const progress: ReferResult[] = [];
  const { leg } = bench.intake.call();
  void leg.refer?.(target, (each) => void progress.push(each)).then((done) => (result = done));
  const [{ text: refer } = { text: "" }] = bench.sent();
  return { bench, refer, toTag, result: () => result, progress };
}

function notify(
  toTag: string,
  parts: { cseq?: number; event?: string; state?: string; frag?: string },
) {
  const {
    cseq = 2,
    event = "refer",
    state = "active;expires=60",
    frag = "SIP/2.0 100 Trying",
  } = parts;
  const headers = [`Event: ${event}`, `Subscription-State: ${state}`];
  return phoneRequest("NOTIFY", { cseq, toTag, headers, body: frag, type: "message/sipfrag" });
}

describe("[XI84] our REFER", () => {
  test("is sent within the call, names its target and us, and follows NOTIFY to the end", async () => {
    const { bench, refer, toTag, result, progress } = await aSentReferral();
    await bench.receive(phoneAnswer(refer, "202 Accepted"));

    await bench.receive(notify(toTag, {}));
    await bench.receive(notify(toTag, { cseq: 3, frag: "SIP/2.0 180 Ringing\r\n" }));
    expect(result()).toBeNull();
    const state = "terminated;reason=noresource";
    await bench.receive(notify(toTag, { cseq: 4, state, frag: "SIP/2.0 200 OK\r\n" }));

    expect(refer).toMatch(/^REFER sip:jo@192\.0\.2\.10:5062 SIP\/2\.0/);
    expect(readHeader(refer, "Refer-To")).toBe(`<${target}>`);
    expect(readHeader(refer, "Referred-By")).toBe("<sip:+61255500101@198.51.100.1>");
    expect(result()).toEqual({ sipCode: 202, notifiedCode: 200 });
    expect(progress.map(({ notifiedCode }) => notifiedCode)).toEqual([null, 100, 180, 200]);
    expect(bench.firstLines()).toEqual(Array.from({ length: 3 }, () => "SIP/2.0 200 OK"));
  });

  test("ends at once when it is refused", async () => {
    const { bench, refer, result } = await aSentReferral();

    await bench.receive(phoneAnswer(refer, "405 Method Not Allowed"));

    expect(result()).toEqual({ sipCode: 405, notifiedCode: null });
  });

  test("ends at once when the far end sends no NOTIFY (RFC 4488)", async () => {
    const { bench, refer, result } = await aSentReferral();

    await bench.receive(phoneAnswer(refer, "202 Accepted", { headers: ["Refer-Sub: false"] }));

    expect(result()).toEqual({ sipCode: 202, notifiedCode: null });
  });

  test("waits 32 s for a response, 32 s for the first NOTIFY and five minutes for the last", async () => {
    const unanswered = await aSentReferral();
    await unanswered.bench.clock.advance(32_100);
    const silent = await aSentReferral();
    await silent.bench.receive(phoneAnswer(silent.refer, "202 Accepted"));
    await silent.bench.clock.advance(31_900);
    expect(silent.result()).toBeNull();
    await silent.bench.clock.advance(200);
    const endless = await aSentReferral();
    await endless.bench.receive(phoneAnswer(endless.refer, "202 Accepted"));
    for (let cseq = 2; cseq < 12; cseq += 1) {
      await endless.bench.receive(notify(endless.toTag, { cseq, frag: "SIP/2.0 180 Ringing" }));
      await endless.bench.clock.advance(29_900);
    }
    expect(endless.result()).toBeNull();
    await endless.bench.clock.advance(1100);

    expect(unanswered.result()).toEqual({ sipCode: null, notifiedCode: null });
    expect(silent.result()).toEqual({ sipCode: 202, notifiedCode: null });
    expect(endless.result()).toEqual({ sipCode: 202, notifiedCode: 180 });
  });

  test("ends with the call, with the last reported state", async () => {
    const { bench, refer, toTag, result } = await aSentReferral();
    await bench.receive(phoneAnswer(refer, "202 Accepted"));
    await bench.receive(notify(toTag, { frag: "SIP/2.0 180 Ringing" }));

    await bench.receive(phoneRequest("BYE", { cseq: 3, toTag }));

    expect(result()).toEqual({ sipCode: 202, notifiedCode: 180 });
  });
});

test("[XI84] an unexpected NOTIFY is answered 481, within a call and outside", async () => {
  const { bench, toTag } = await answered();

  await bench.receive(notify(toTag, {}));
  await bench.receive(phoneRequest("NOTIFY", { callId: "none", headers: ["Event: refer"] }));

  expect(bench.firstLines().map((line) => line.slice(0, 11))).toEqual([
    "SIP/2.0 481",
    "SIP/2.0 481",
  ]);
  expect(bench.intake.call().sink.events).toEqual([]);
});

test("[XI84] a REFER to a trunk answers the trunk's challenge", async () => {
  const credentials = { username: "linedesk", password: "secret" };
  const call = await dialledByTrunk({ credentials });
  await answerDialled(call);
  let result: ReferResult | null = null;
  void call.leg.refer?.(target, () => undefined).then((done) => (result = done));
  const [{ text: first } = { text: "" }] = call.bench.sent();

  const challenge = 'WWW-Authenticate: Digest realm="carrier",nonce="n",algorithm=MD5,qop="auth"';
  await call.bench.receive(phoneAnswer(first, "401 Unauthorized", { headers: [challenge] }));
  const [{ text: second } = { text: "" }] = call.bench.sent();
  await call.bench.receive(phoneAnswer(second, "202 Accepted", { headers: ["Refer-Sub: false"] }));
  await settled();

  expect(readHeader(second, "Authorization")).toContain('username="linedesk"');
  expect(readHeader(second, "Refer-To")).toBe(`<${target}>`);
  expect(result).toEqual({ sipCode: 202, notifiedCode: null });
});
