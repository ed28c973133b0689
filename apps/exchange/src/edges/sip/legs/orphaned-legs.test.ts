import { describe, expect, test } from "vitest";

import { storedLeg, type StoredLeg } from "../../../calls/legs/stored-leg.ts";
import { answerDialled, dialledByTrunk, dialledCall } from "../../../testing/sip/scripted-calls.ts";
import {
  phoneAnswer,
  phoneInvite,
  phoneRequest,
  answered,
  ringing,
} from "../../../testing/sip/scripted-phone.ts";
import { phoneAt, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";

/** Reads the leg as the disk returns it. */
function reread(leg: StoredLeg | null | undefined): StoredLeg {
  return storedLeg.parse(JSON.parse(JSON.stringify(leg)));
}

async function later(
  leg: StoredLeg,
  parts: { bench?: TestBench; trunkSid?: string } = {},
): Promise<TestBench> {
  const { bench = new TestBench(), trunkSid = null } = parts;
  bench.core.endOrphan(leg, trunkSid);
  await bench.clock.advance(1);
  return bench;
}

describe("[XI131] after a crash", () => {
  test("a connected caller gets BYE within the same dialog, and the call is over", async () => {
    const { bench: before, toTag } = await answered();
    const leg = reread(before.intake.call().leg.toStored?.());

    const bench = await later(leg);
    const [bye] = bench.sent();
    await bench.receive(phoneAnswer(bye?.text ?? "", "200 OK"));
    await bench.clock.advance(60_000);

    expect(bye?.text).toMatch(/^BYE sip:jo@192\.0\.2\.10:5062 SIP/);
    expect(bye?.target).toEqual(phoneAt);
    expect(readHeader(bye?.text ?? "", "Call-ID")).toBe("call-1");
    expect(readHeader(bye?.text ?? "", "From")).toContain(`;tag=${toTag}`);
    expect(readHeader(bye?.text ?? "", "To")).toContain(";tag=phone");
    expect(bench.sent()).toEqual([]);
  });

  test("the BYE has a higher CSeq than any earlier request, and goes to the last Contact", async () => {
    const { bench: before, toTag } = await answered();
    let stored: StoredLeg | null = null;
    const { leg, sink } = before.intake.call();
    Object.assign(sink, { onStoredChange: () => (stored = reread(leg.toStored?.())) });
    const moved = phoneRequest("UPDATE", { cseq: 2, toTag });
    await before.receive(moved.replace(/^Contact: .*$/m, "Contact: <sip:jo@192.0.2.44:5099>"));
    before.sent();
    leg.hangUp();
    const unnoted = Number.parseInt(readHeader(before.sent()[0]?.text ?? "", "CSeq"), 10);

    const bench = await later(reread(stored));

    const [bye] = bench.sent();
    expect(bye?.target).toEqual({ address: "192.0.2.44", port: 5099 });
    expect(Number.parseInt(readHeader(bye?.text ?? "", "CSeq"), 10)).toBeGreaterThan(unnoted);
  });

  test("a called party gets BYE, with the trunk's password after a challenge", async () => {
    const credentials = { username: "station", password: "s3cret" };
    const call = await dialledByTrunk({ credentials });
    await answerDialled(call);
    const leg = reread(call.leg.toStored?.());
    const trunk = {
      ...plainTrunk("carrier", [{ host: phoneAt.address, port: phoneAt.port }]),
      credentials,
    };
    const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] } });

    await later(leg, { bench, trunkSid: trunk.sid });
    const bye = bench.sent()[0]?.text ?? "";
    const headers = ['Proxy-Authenticate: Digest realm="carrier",nonce="n1",qop="auth"'];
    await bench.receive(phoneAnswer(bye, "407 Proxy Authentication Required", { headers }));

    const again = bench.sent().find(({ text }) => text.startsWith("BYE"))?.text ?? "";
    expect(JSON.stringify(leg)).not.toContain("s3cret");
    expect(readHeader(again, "Proxy-Authorization")).toContain('username="station"');
  });

  test("an unanswered caller gets 503 repeatedly, and BYE", async () => {
    const { leg: before, text } = await ringing();
    const leg = reread(before.toStored?.());

    const bench = await later(leg);
    const [refusal, bye] = bench.sent();
    await bench.receive(phoneRequest("ACK", { toTag: "x" }));
    await bench.receive(phoneAnswer(bye?.text ?? "", "481 Call/Transaction Does Not Exist"));
    await bench.clock.advance(60_000);
    const more = bench.firstLines();

    expect(refusal?.text).toMatch(/^SIP\/2\.0 503 Service Unavailable\r\n/);
    for (const name of ["From", "To", "Call-ID", "CSeq", "Via"]) {
      expect(readHeader(refusal?.text ?? "", name)).toBe(readHeader(text, name));
    }
    expect(refusal?.target).toEqual(phoneAt);
    expect(bye?.text).toMatch(/^BYE /);
    expect(more).toEqual(Array.from({ length: 2 }, () => "SIP/2.0 503 Service Unavailable"));
  });

  test("a ringing party gets CANCEL of its INVITE, and an answered party gets BYE", async () => {
    const call = await dialledCall();
    const ringing = reread(call.leg.toStored?.());
    await answerDialled(call);
    const connected = reread(call.leg.toStored?.());

    const bench = await later(ringing);
    const [cancel] = bench.sent();
    await later(connected, { bench });

    expect(cancel?.text).toMatch(/^CANCEL /);
    expect(cancel?.target).toEqual(phoneAt);
    for (const name of ["Via", "From", "To", "Call-ID"]) {
      expect(readHeader(cancel?.text ?? "", name)).toBe(readHeader(call.invite, name));
    }
    expect(readHeader(cancel?.text ?? "", "CSeq")).toBe("1 CANCEL");
    expect(bench.firstLines()[0]).toMatch(/^BYE /);
  });

  test("a TCP or TLS far end gets BYE over a new connection to its Contact", async () => {
    const before = new TestBench();
    before.intake.onReceive = (leg) => void leg.answer("CA1");
    const invite = phoneInvite().replace(
      /^Contact: .*$/m,
      "Contact: <sip:jo@192.0.2.10:5062;transport=tcp>",
    );
    await before.receive(invite, { address: "192.0.2.10", port: 43_210, transport: "tcp" });
    const leg = reread(before.intake.call().leg.toStored?.());

    const bench = await later(leg);

    const target = { address: "192.0.2.10", port: 5062, transport: "tcp" };
    expect(bench.sent()).toMatchObject([{ text: expect.stringMatching(/^BYE /), target }]);
  });

  test("two thousand calls are ended within a second, in small batches", async () => {
    const { bench: before } = await answered();
    const leg = reread(before.intake.call().leg.toStored?.());
    const bench = new TestBench();
    for (let n = 0; n < 2_000; n += 1) {
      bench.core.endOrphan(leg, null);
    }

    const first = new Set<string>();
    let most = 0;
    for (let ms = 0; ms < 1_000; ms += 20) {
      await bench.clock.advance(20);
      const fresh = bench.sent().filter(({ text }) => !first.has(readHeader(text, "Via")));
      fresh.forEach(({ text }) => first.add(readHeader(text, "Via")));
      most = Math.max(most, fresh.length);
    }

    expect(first.size).toBe(2_000);
    expect(most).toBeLessThanOrEqual(100);
  });

  test("an ended call is not stored, so its far end gets nothing", async () => {
    const { bench: before, toTag } = await answered();
    const { leg } = before.intake.call();
    await before.receive(phoneRequest("BYE", { cseq: 2, toTag }));
    const call = await dialledCall();
    call.leg.hangUp();

    expect([leg.toStored?.(), call.leg.toStored?.()]).toEqual([null, null]);
  });
});
