import { describe, expect, test } from "vitest";

import { answerChallenge, type SipAddress } from "@linedesk/sip";
import {
  phoneInvite,
  phoneRequest,
  phoneSdp,
  readTag,
  answered,
} from "../../../testing/sip/scripted-phone.ts";
import { phoneAt, readHeader, TestBench } from "../../../testing/sip/test-bench.ts";
import { plainTrunk, type SipPlan } from "../trunks/trunk.ts";

const uri = "sip:+61255500101@198.51.100.1";
const phone = { username: "0491570006", password: "pa55word" };
const foreignAddress = { address: "192.0.2.66", port: 5062 };
const carrier = {
  ...plainTrunk("carrier", [{ host: "192.0.2.10", port: null }]),
  sources: ["203.0.113.0/24"],
};

function planOf(parts: Partial<SipPlan>): SipPlan {
  return { trunks: [], phones: [], isClosed: false, ...parts };
}

async function aCall(plan = planOf({})) {
  const { bench, toTag } = await answered([], new TestBench({ plan }));
  let cseq = 1;
  /** Returns the answer to a request of the call from that address. */
  async function ask(method: string, at: SipAddress, headers: string[] = [], body = "") {
    cseq += 1;
    await bench.receive(phoneRequest(method, { cseq, toTag, headers, body }), at);
    return bench.sent()[0]?.text ?? "";
  }
  return { bench, toTag, ask, events: () => bench.intake.call().sink.events };
}

describe("[XI142] a request within a call from another address", () => {
  test.each([
    ["INVITE", phoneSdp({ port: 7000 })],
    ["UPDATE", phoneSdp({ port: 7000 })],
    ["INFO", ""],
    ["OPTIONS", ""],
    ["BYE", ""],
    ["REFER", ""],
  ])(
    "is refused with 403 for %s, even with the right tags, and the call continues",
    async (method, body) => {
      const { ask, events } = await aCall();

      expect(await ask(method, foreignAddress, [], body)).toMatch(/^SIP\/2\.0 403 /);
      expect(events()).toEqual([]);

      // The refused request had no effect, so the far end's own BYE is accepted.
      expect(await ask("BYE", phoneAt)).toMatch(/^SIP\/2\.0 200 /);
    },
  );

  test("is ignored when it is an ACK with an answer", async () => {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    await bench.receive(phoneInvite({ body: "" }));
    const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    const ack = phoneRequest("ACK", { toTag, branch: "ack", body: phoneSdp() });

    await bench.receive(ack, foreignAddress);
    await bench.clock.advance(600);
    expect(bench.firstLines()[0]).toBe("SIP/2.0 200 OK");

    await bench.receive(ack);
    await bench.clock.advance(5_000);
    expect(bench.firstLines()).toEqual([]);
  });

  test.each([
    ["its address, at another port", { ...phoneAt, port: 40_000 }],
    ["its address, written as IPv6", { address: "::ffff:192.0.2.10", port: 5062 }],
  ])("is accepted from %s", async (_what, at) => {
    const { ask } = await aCall();

    expect(await ask("BYE", at)).toMatch(/^SIP\/2\.0 200 /);
  });

  test("is accepted from another address of the same trunk, and from no other trunk", async () => {
    const other = { ...plainTrunk("other", [{ host: "198.51.100.77", port: null }]), sources: [] };
    const plan = planOf({ trunks: [carrier, other], isClosed: true });
    const { ask } = await aCall(plan);

    expect(await ask("BYE", { address: "198.51.100.77", port: 5060 })).toMatch(/^SIP\/2\.0 403 /);
    expect(await ask("BYE", { address: "203.0.113.9", port: 5060 })).toMatch(/^SIP\/2\.0 200 /);
  });

  test("is accepted from the hosts that Contact and routes name", async () => {
    for (const address of ["192.0.2.44", "192.0.2.31"]) {
      const bench = new TestBench();
      bench.intake.onReceive = (leg) => void leg.answer("CA1");
      const invite = phoneInvite({ headers: ["Record-Route: <sip:192.0.2.31;lr>"] });
      await bench.receive(invite.replace("jo@192.0.2.10:5062", "jo@192.0.2.44:5099"));
      const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
      const toTag = readTag(readHeader(ok, "To"));

      await bench.receive(phoneRequest("BYE", { cseq: 2, toTag }), { address, port: 5060 });

      expect(bench.firstLines()).toContain("SIP/2.0 200 OK");
    }
  });

  test("is accepted from a telephone after it authenticates there, and the call follows it", async () => {
    const bench = new TestBench({ plan: planOf({ phones: [phone], isClosed: true }) });
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    function prove(challenged: string, method: string): string {
      const challenge = readHeader(challenged, "WWW-Authenticate");
      return `Authorization: ${answerChallenge([challenge], phone, { method, uri }) ?? ""}`;
    }
    await bench.receive(phoneInvite());
    const unauthorised = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneRequest("ACK", { branch: "1-INVITE" }));
    await bench.receive(phoneInvite({ cseq: 2, headers: [prove(unauthorised, "INVITE")] }));
    const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = readTag(readHeader(ok, "To"));
    await bench.receive(phoneRequest("ACK", { cseq: 2, toTag, branch: "ack" }));
    bench.sent();

    const body = phoneSdp();
    await bench.receive(phoneRequest("UPDATE", { cseq: 3, toTag, body }), foreignAddress);
    const again = bench.sent()[0]?.text ?? "";
    expect(again).toMatch(/^SIP\/2\.0 401 /);
    const headers = [prove(again, "UPDATE")];
    const proven = phoneRequest("UPDATE", { cseq: 4, toTag, headers, body });
    await bench.receive(proven, foreignAddress);
    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);

    await bench.receive(phoneRequest("BYE", { cseq: 5, toTag }), foreignAddress);
    expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
  });
});
