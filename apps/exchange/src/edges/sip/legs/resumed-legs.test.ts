import { describe, expect, test } from "vitest";

import { reread, resumeLeg } from "../../../testing/sip/resume-leg.ts";
import { answerDialled, aTrunk, dialledByTrunk } from "../../../testing/sip/scripted-calls.ts";
import {
  answered,
  phoneAnswer,
  phoneInvite,
  phoneRequest,
  phoneSdp,
  readTag,
  ringing,
  unacknowledged,
} from "../../../testing/sip/scripted-phone.ts";
import { phoneAt, readBody, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";

/** Returns the exchange after the restart, with the first request that it sends. */
async function asking(headers: string[] = []) {
  const { leg: before, toTag } = await answered(headers);
  const later = await resumeLeg(reread(before));
  await later.bench.clock.advance(1);
  const text = later.bench.sent()[0]?.text ?? "";
  return { ...later, before, toTag, text };
}

function textOf({ text }: { text: string }): string {
  return text;
}

describe("[XI147] after a crash, a connected caller", () => {
  test("has sound at the same ports before any request, and its leg keeps its id", async () => {
    const { leg: before, bench: old } = await answered();

    const { bench, leg } = await resumeLeg(reread(before));

    expect(bench.media.connected[0]?.remote).toEqual(old.media.connected[0]?.remote);
    expect(leg?.id).toBe(before.id);
    expect(reread(leg ?? before)).toMatchObject({ status: "talking", media: { port: 40_002 } });
    expect(bench.sent()).toEqual([]);
  });

  test("gets a re-INVITE of its dialog with a far higher CSeq and the codec in use", async () => {
    const { text, bench, sink, before } = await asking();
    const stored = reread(before);
    await bench.receive(phoneAnswer(text, "200 OK", { body: phoneSdp({ line: "0" }) }));

    expect(text).toMatch(/^INVITE sip:jo@192\.0\.2\.10:5062 SIP/);
    expect(readHeader(text, "Call-ID")).toBe("call-1");
    const cseq = Number.parseInt(readHeader(text, "CSeq"), 10);
    expect(stored.status === "talking" && cseq - stored.dialog.localCSeq).toBe(1_001);
    expect(readBody(text)).toMatch(/m=audio 40002 RTP\/AVP 0 101\r/);
    expect(bench.firstLines()).toEqual([expect.stringMatching(/^ACK /)]);
    expect(sink.end).toBeNull();
  });

  test("gets UPDATE without SDP, if it has announced support for UPDATE", async () => {
    const { text } = await asking(["Allow: INVITE, ACK, BYE, UPDATE"]);

    expect(text).toMatch(/^UPDATE /);
    expect(readBody(text)).toBe("");
  });

  test.each(["481 Call/Transaction Does Not Exist", "408 Request Timeout"])(
    "that answers %s is ended by BYE",
    async (status) => {
      const { text, bench, sink } = await asking();

      await bench.receive(phoneAnswer(text, status));

      expect(bench.sent().map(textOf)).toContainEqual(expect.stringMatching(/^BYE /));
      expect(sink.end).toMatchObject({ cause: "signalling-lost", twilioCode: 20_500 });
    },
  );

  test("that answers nothing is ended by BYE", async () => {
    const { bench, sink } = await asking();

    await bench.clock.advance(33_000);

    expect(bench.firstLines()).toContainEqual(expect.stringMatching(/^BYE /));
    expect(sink.end).toMatchObject({ cause: "signalling-lost" });
  });

  test.each(["405 Method Not Allowed", "488 Not Acceptable Here", "501 Not Implemented"])(
    "that answers %s keeps the call and its sound",
    async (status) => {
      const { text, bench, sink, leg } = await asking();

      await bench.receive(phoneAnswer(text, status));
      await bench.clock.advance(60_000);

      expect(sink.end).toBeNull();
      expect(bench.media.closed).toEqual([]);
      leg?.hangUp();
      expect(bench.firstLines()).toContainEqual(expect.stringMatching(/^BYE /));
    },
  );

  test("is asked again after it has answered 491 because of its own offer", async () => {
    const { text, bench, sink } = await asking();

    await bench.receive(phoneAnswer(text, "491 Request Pending"));
    bench.sent();
    await bench.clock.advance(2_200);
    const [again] = bench.sent();
    await bench.receive(
      phoneAnswer(again?.text ?? "", "200 OK", { body: phoneSdp({ line: "0" }) }),
    );

    expect(again?.text).toMatch(/^INVITE /);
    expect(sink.end).toBeNull();
  });

  test("is asked again after a second crash, with an even higher CSeq", async () => {
    const { leg: before } = await answered();
    const once = await resumeLeg(reread(before));
    const twice = await resumeLeg(reread(once.leg ?? before));
    await twice.bench.clock.advance(1);

    const stored = reread(before);
    const cseq = Number.parseInt(readHeader(twice.bench.sent()[0]?.text ?? "", "CSeq"), 10);
    expect(stored.status === "talking" && cseq - stored.dialog.localCSeq).toBe(2_001);
  });

  test("ends the call by its own BYE", async () => {
    const { bench, sink, leg, toTag } = await asking();

    await bench.receive(phoneRequest("BYE", { cseq: 7, toTag }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
    expect(sink.end).toMatchObject({ cause: "hangup" });
    expect([leg?.toStored?.(), bench.core.isIdle]).toEqual([null, true]);
  });

  test("behind a router gets its sound at the address from which its packets came", async () => {
    const { leg: before } = await answered();
    before.handleSource?.({ address: "192.0.2.10", port: 61_000 });

    const { bench } = await resumeLeg(reread(before));

    expect(bench.media.connected[0]?.remote).toMatchObject({
      address: "192.0.2.10",
      port: 6000,
      learnt: { address: "192.0.2.10", port: 61_000 },
    });
  });

  test("whose port is taken cannot continue", async () => {
    const { leg: before } = await answered();
    const bench = new TestBench();
    bench.media.fails = true;

    const { leg } = await resumeLeg(reread(before), { bench });

    expect(leg).toBeNull();
    expect(bench.sent()).toEqual([]);
  });

  test("is not refused when it sends a request too early, and its repeated request is answered", async () => {
    const { leg: before, toTag } = await answered();
    const bench = new TestBench({ isResuming: true });
    const options = phoneRequest("OPTIONS", { cseq: 4, toTag });
    await bench.receive(options);
    const early = bench.sent();
    await resumeLeg(reread(before), { bench });
    bench.core.handleResumed();

    await bench.receive(options);
    await bench.receive(phoneRequest("OPTIONS", { cseq: 5, toTag: "unknown" }));

    expect(early).toEqual([]);
    expect(bench.firstLines()).toEqual([
      "SIP/2.0 200 OK",
      "SIP/2.0 481 Call/Transaction Does Not Exist",
    ]);
  });

  test("is one of at most 50 that are asked in a second", async () => {
    const { leg: before } = await answered();
    const bench = new TestBench();
    for (let n = 0; n < 100; n += 1) {
      const stored = reread(before);
      Object.assign(stored, { id: `leg-${String(n)}` });
      await resumeLeg(stored, { bench });
    }

    await bench.clock.advance(990);

    const branches = new Set(bench.sent().map(({ text }) => readHeader(text, "Via")));
    expect(branches.size).toBe(50);
  });
});

describe("[XI147] after a crash, an encrypted call", () => {
  const key = "a".repeat(40);
  const crypto = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}`;
  const secure = phoneSdp({ line: "0 101", more: [crypto] }).replace("RTP/AVP", "RTP/SAVP");
  const trunk = aTrunk("carrier", phoneAt.address, {
    srtp: "required",
    allowsUnencryptedKeys: true,
  });
  const plan = { ...openPlan, trunks: [trunk] };

  test("offers a new key first, and has sound after the answer; no key is on the disk", async () => {
    const old = new TestBench({ plan });
    old.intake.onReceive = (leg) => void leg.answer("CA1");
    await old.receive(phoneInvite({ body: secure }));
    const ok = old.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    await old.receive(phoneRequest("ACK", { toTag, branch: "ack" }));
    const stored = reread(old.intake.call().leg);

    const bench = new TestBench({ plan });
    const { sink } = await resumeLeg(stored, { bench, trunkSid: trunk.sid });
    const before = bench.media.connected.length;
    await bench.clock.advance(1);
    const [offer] = bench.sent();
    await bench.receive(phoneAnswer(offer?.text ?? "", "200 OK", { body: secure }));

    const ownKey = /inline:(\S+)/.exec(readBody(ok))?.[1] ?? "none";
    expect(JSON.stringify(stored)).not.toMatch(/inline|srtp/);
    expect(JSON.stringify(stored)).not.toContain(ownKey);
    expect(before).toBe(0);
    expect(readBody(offer?.text ?? "")).toMatch(/RTP\/SAVP[^]*a=crypto/);
    expect(readBody(offer?.text ?? "")).not.toContain(ownKey);
    expect(bench.media.connected[0]?.remote.srtp?.theirs.inline).toBe(key);
    expect(sink.end).toBeNull();
  });
});

describe("[XI147] after a crash, a called party", () => {
  test("gets an ACK for its answer and a re-INVITE, and counts towards the limits of its trunk and of dialling", async () => {
    const call = await dialledByTrunk({ maxCalls: 1 });
    await answerDialled(call);
    const trunk = { ...plainTrunk("carrier", [{ host: phoneAt.address, port: phoneAt.port }]) };
    const bench = new TestBench({
      plan: { ...openPlan, trunks: [{ ...trunk, maxCalls: 2 }] },
      caps: { callsPerMinute: null, concurrentCalls: 1, minutesPerDay: null },
    });

    const { leg, sink } = await resumeLeg(reread(call.leg), {
      bench,
      trunkSid: call.leg.trunkSid ?? null,
      isInbound: false,
    });
    await bench.clock.advance(1);
    const requests = bench.sent();
    const second = await bench.dial();
    await bench.receive(
      phoneAnswer(requests[1]?.text ?? "", "200 OK", { body: phoneSdp({ line: "0" }) }),
    );

    expect(requests.map(({ text }) => text.split(" ", 1)[0])).toEqual(["ACK", "INVITE"]);
    expect(readHeader(requests[0]?.text ?? "", "CSeq")).toBe(
      readHeader(call.invite, "CSeq").replace("INVITE", "ACK"),
    );
    expect(bench.core.readTrunks()[0]?.calls).toBe(1);
    expect(second.sink.end).toMatchObject({ sipCode: 503 });
    leg?.hangUp();
    expect(bench.core.readTrunks()[0]?.calls).toBe(0);
    expect(sink.end).toMatchObject({ cause: "hangup" });
  });
});

describe("[XI148] after a crash, a caller who was not answered yet", () => {
  test("keeps ringing: a repeated INVITE gets the progress, and the answer belongs to the same dialog", async () => {
    const { leg: before, toTag, text } = await ringing();

    const { bench, leg } = await resumeLeg(reread(before));
    leg?.ring("CA1");
    await bench.receive(phoneInvite());
    const progress = bench.sent().map((one) => one.text);
    await leg?.answer("CA1");
    const [ok] = bench.sent();

    expect(progress).toHaveLength(2);
    expect(progress[1]).toMatch(/^SIP\/2\.0 180 /);
    expect(readHeader(progress[1] ?? "", "Via")).toBe(readHeader(text, "Via"));
    expect(ok?.text).toMatch(/^SIP\/2\.0 200 /);
    expect(readTag(readHeader(ok?.text ?? "", "To"))).toBe(toTag);
    expect(leg?.id).toBe(before.id);
  });

  test("can still cancel", async () => {
    const { leg: before } = await ringing();

    const { bench, sink } = await resumeLeg(reread(before));
    await bench.receive(phoneRequest("CANCEL", { branch: "1-INVITE" }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK", "SIP/2.0 487 Request Terminated"]);
    expect(sink.end).toMatchObject({ cause: "cancelled" });
  });

  test("whose ACK had not arrived gets the same answer again, with the same port", async () => {
    const { leg: before, ok, toTag } = await unacknowledged();

    const { bench, leg } = await resumeLeg(reread(before));
    const [again] = bench.sent();
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));

    expect(again?.text).toMatch(/^SIP\/2\.0 200 /);
    expect(readTag(readHeader(again?.text ?? "", "To"))).toBe(toTag);
    const port = /^m=audio (\d+)/m;
    expect(port.exec(readBody(again?.text ?? ""))?.[1]).toBe(port.exec(readBody(ok))?.[1]);
    expect(reread(leg ?? before).status).toBe("talking");
  });

  test("cannot keep ringing when the INVITE came over TCP, because its connection is gone", async () => {
    const old = new TestBench();
    old.intake.onReceive = (leg) => leg.ring("CA1");
    await old.receive(phoneInvite(), { ...phoneAt, transport: "tcp" });

    const { leg } = await resumeLeg(reread(old.intake.call().leg));

    expect(leg).toBeNull();
  });
});
