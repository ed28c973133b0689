import { afterEach, beforeEach, expect, test } from "vitest";

import { openPlan, plainTrunk, type Trunk } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia, TestSink } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, until } from "../support/sip-support.ts";
import { freePort, outcome, sipp, writeTone } from "./sipp.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

const own = "+61255500100";
const numbering = { ...plainTrunk("x", []).numbering, format: "national" as const };

/** sipp as a carrier that fails the call where a header is not as it wants it. */
async function aStrictCarrier(wanted: Record<string, string>) {
  const port = await freePort();
  const checks = Object.entries(wanted).map(
    ([header, pattern], n) =>
      `<ereg regexp="${pattern}" search_in="hdr" header="${header}:" check_it="true" assign_to="h${n}"/>`,
  );
  const named = checks.map((_check, n) => `h${n}`).join(",");
  function written(text: string): string {
    return text
      .replace(
        '<recv request="INVITE"/>',
        `<recv request="INVITE"><action>${checks.join("")}</action></recv>`,
      )
      .replace("</scenario>", `<Reference variables="${named}"/></scenario>`);
  }
  const program = sipp(cleanup, "carrier", { folder, more: ["-p", String(port)], written });
  await until("sipp listens", () => program.output() !== "");
  const trunk: Trunk = {
    ...plainTrunk("carrier", [{ host: "127.0.0.1", port }]),
    callerId: own,
    numbering,
  };
  return { program, plan: { ...openPlan, trunks: [trunk] } };
}

test.each([
  [
    "their number, in the carrier's form, and who sent the call on",
    { from: "+61491570156", forwardedFrom: "+61255500177" },
    {
      To: "sip:0491570006@",
      "P-Asserted-Identity": "sip:0255500100@",
      Diversion: "sip:0255500177@[^;]*;reason=unconditional",
    },
  ],
  [
    "to keep to itself who they are",
    { from: "anonymous" },
    {
      From: "anonymous@anonymous.invalid",
      Privacy: "id",
      "P-Asserted-Identity": "sip:0255500100@",
    },
  ],
])("[XI27] [XI21] sipp is told %s", async (_what, request, wanted) => {
  const { program, plan } = await aStrictCarrier(wanted);
  const { sip } = await anExchange(cleanup, { media: new TestMedia(), plan });
  const sink = new TestSink();

  const plain = { callSid: "CA1", to: "+61491570006", callerName: null, params: [] };
  const leg = sip.dialer.dial({ ...plain, ...request }, sink);
  await until(
    "sipp answered or refused",
    () => sink.events.at(-1) !== "ringing" && sink.events.length > 0,
  );
  leg.hangUp();

  expect(await outcome(program)).toBe("success");
  expect(sink.events).toEqual(["ringing", "answered", "ended hangup"]);
});

test.each([
  ["is believed of a trunk", "", "+61491570156"],
  ["is withheld where the network says so", "Privacy: id\n      ", "anonymous"],
])("[XI27] [XI21] who sipp asserts %s", async (_what, privacy, from) => {
  const asserted = "P-Asserted-Identity: <sip:0491570156@carrier.net>";
  const trunk = plainTrunk("carrier", [{ host: "127.0.0.1", port: 5060 }]);
  const { sip, intake } = await anExchange(cleanup, {
    media: new TestMedia(),
    plan: { ...openPlan, trunks: [trunk] },
  });
  intake.onReceive = (leg) => void leg.answer("CA1");
  writeTone(folder, 440);
  function written(text: string): string {
    return text.replace("Max-Forwards: 70", `${asserted}\n      ${privacy}Max-Forwards: 70`);
  }

  const target = `127.0.0.1:${sip.address.port}`;
  expect(await outcome(sipp(cleanup, "call", { folder, target, written }))).toBe("success");

  expect(intake.call().arrival).toMatchObject({ from, to: "+61255500101" });
});

test("[XI22] a second call of sipp finds its trunk's only channel taken", async () => {
  const trunk = { ...plainTrunk("carrier", [{ host: "127.0.0.1", port: 5060 }]), maxCalls: 1 };
  const { sip, intake } = await anExchange(cleanup, {
    media: new TestMedia(),
    plan: { ...openPlan, trunks: [trunk] },
  });
  intake.onReceive = (leg) => void leg.answer("CA1");
  writeTone(folder, 440);
  const target = `127.0.0.1:${sip.address.port}`;
  const first = sipp(cleanup, "call", { folder, target });
  await until("the first talks", () => intake.calls.length === 1);

  function refused(text: string): string {
    return text.replace(/<recv response="200"\/>[\s\S]*/, '<recv response="503"/></scenario>');
  }
  const elsewhere = cleanup.folder();
  const second = sipp(cleanup, "call", { folder: elsewhere, target, written: refused });

  expect(await outcome(second)).toBe("success");
  expect(await outcome(first)).toBe("success");
  expect(intake.calls).toHaveLength(1);
});
