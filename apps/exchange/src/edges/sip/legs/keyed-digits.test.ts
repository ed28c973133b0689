import { describe, expect, test } from "vitest";

import { phoneAnswer, phoneSdp } from "../../../testing/sip/scripted-phone.ts";
import { readBody, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk, type Trunk } from "../trunks/trunk.ts";

async function dialledInto(digits: Trunk["digits"]) {
  const trunk = { ...plainTrunk("carrier", [{ host: "192.0.2.10", port: 5062 }]), digits };
  const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] } });
  const { leg } = await bench.dial();
  const body = phoneSdp({ line: digits === "sound" ? "0 101" : "0" });
  const invite = bench.sent()[0]?.text ?? "";
  await bench.receive(phoneAnswer(invite, "200 OK", { body }));
  bench.sent();
  return { bench, leg, invite };
}

describe("sent digits", () => {
  test("[XI42] go one by one by INFO to a trunk with `digits: info`", async () => {
    const { bench, leg } = await dialledInto("info");

    expect(leg.sendDtmf?.("1#")).toBe(true);
    const first = bench.sent();
    await bench.receive(phoneAnswer(first[0]?.text ?? "", "200 OK"));
    const second = bench.sent();
    await bench.receive(phoneAnswer(second[0]?.text ?? "", "415 Unsupported"));

    expect(first).toHaveLength(1);
    expect(readHeader(first[0]?.text ?? "", "Content-Type")).toBe("application/dtmf-relay");
    expect(readBody(first[0]?.text ?? "")).toBe("Signal=1\r\nDuration=160\r\n");
    expect(readBody(second[0]?.text ?? "")).toContain("Signal=#");
    expect(bench.sent()).toEqual([]);
  });

  test("[XI42] are tones on a trunk with `digits: sound`, and the offer has no telephone events", async () => {
    const { bench, leg, invite } = await dialledInto("sound");

    expect(readBody(invite)).not.toContain("telephone-event");
    expect(bench.media.connected[0]?.remote).toMatchObject({ telephoneEvent: null });
    expect(leg.sendDtmf?.("1")).toBe(false);
    expect(bench.sent()).toEqual([]);
  });

  test("[XI42] are sent by the media side to a trunk with `digits: rfc4733`", async () => {
    const { bench, leg } = await dialledInto("rfc4733");

    expect(leg.sendDtmf?.("1")).toBe(false);
    expect(bench.sent()).toEqual([]);
  });
});
