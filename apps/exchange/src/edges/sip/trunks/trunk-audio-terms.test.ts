import { describe, expect, test } from "vitest";

import { dialledByTrunk, scriptedPeer } from "../../../testing/sip/scripted-calls.ts";
import { phoneInvite, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readBody, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "./trunk.ts";

const lawOnly = { codecs: ["PCMA"] as const };

describe("[XM37] a trunk with fewer codecs", () => {
  test("is offered only its codecs", async () => {
    const { invite } = await dialledByTrunk(lawOnly);

    expect(readBody(invite)).toMatch(/^m=audio \d+ RTP\/AVP 8 101\r$/m);
  });

  test("gets its own codec in the answer, whatever it offers first, and 488 without one", async () => {
    const trunk = { ...plainTrunk("carrier", [scriptedPeer]), ...lawOnly };
    const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] } });
    bench.intake.onReceive = (leg) => void leg.answer("CA1");

    await bench.receive(phoneInvite({ body: phoneSdp({ line: "0 9 8" }) }));
    await bench.receive(
      phoneInvite({ callId: "c2", branch: "b2", body: phoneSdp({ line: "0 9" }) }),
    );

    const texts = bench.sent().map(({ text }) => text);
    const ok = texts.find((text) => text.startsWith("SIP/2.0 200")) ?? "";
    expect(readBody(ok)).toMatch(/^m=audio \d+ RTP\/AVP 8\r$/m);
    expect(texts.at(-1)).toMatch(/^SIP\/2\.0 488/);
  });
});
