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

describe("[XI146] an answer with payload types of its own", () => {
  function aDialler(): TestBench {
    const trunk = plainTrunk("carrier", [{ host: "192.0.2.10", port: 5062 }]);
    return new TestBench({ plan: { ...openPlan, trunks: [trunk] } });
  }

  async function dialledAndAnswered(line: string, maps: string[]) {
    const bench = aDialler();
    await bench.dial();
    const invite = bench.sent()[0]?.text ?? "";
    const body = phoneSdp({ line, more: maps });
    await bench.receive(phoneAnswer(invite, "200 OK", { body }));
    bench.sent();
    return { bench, invite, remote: bench.media.connected[0]?.remote };
  }

  test("determines the types that we send, and we receive these types and those of our offer", async () => {
    const events = ["a=rtpmap:96 telephone-event/8000"];
    const opus = ["a=rtpmap:97 opus/48000/2", "a=rtpmap:98 telephone-event/48000"];

    const narrow = await dialledAndAnswered("0 96", events);
    const wide = await dialledAndAnswered("97 98", opus);

    expect(narrow.remote).toMatchObject({ payloadType: 0, telephoneEvent: 96 });
    expect(narrow.remote?.offered).toEqual({ payloadType: 0, telephoneEvent: 101 });
    expect(wide.remote).toMatchObject({ codec: "opus", payloadType: 97, telephoneEvent: 98 });
    expect(wide.remote?.offered).toEqual({ payloadType: 107, telephoneEvent: 102 });
  });

  test("adds no types to receive if its types are those of our offer", async () => {
    const { remote } = await dialledAndAnswered("0 101", []);

    expect(remote).toMatchObject({ payloadType: 0, telephoneEvent: 101 });
    expect(remote).not.toHaveProperty("offered");
  });

  test("does not change the payload types of our later offers", async () => {
    const bench = aDialler();
    await bench.dial();
    const invite = bench.sent()[0]?.text ?? "";
    const opus = ["a=rtpmap:97 opus/48000/2", "a=rtpmap:98 telephone-event/48000"];
    const headers = ["Session-Expires: 600;refresher=uac", "Allow: INVITE"];
    const body = phoneSdp({ line: "97 98", more: opus });
    await bench.receive(phoneAnswer(invite, "200 OK", { body, headers }));
    bench.sent();

    await bench.clock.advance(300_100);

    const offer = readBody(bench.sent()[0]?.text ?? "");
    expect(offer).toMatch(/m=audio \d+ RTP\/AVP 107 102\r\n/);
    expect(offer).toContain("a=rtpmap:107 opus/48000/2");
  });
});
