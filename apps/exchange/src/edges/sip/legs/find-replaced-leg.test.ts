import { describe, expect, test } from "vitest";

import { phoneInvite, phoneRequest, answered } from "../../../testing/sip/scripted-phone.ts";
import { TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";

const pbxAt = { address: "192.0.2.10", port: 5062 };
const trunks = [plainTrunk("pbx", [{ host: pbxAt.address, port: pbxAt.port }])];

async function aCall(plan = { ...openPlan, trunks }) {
  const { bench, toTag } = await answered([], new TestBench({ plan }));
  return { bench, name: `call-1;to-tag=${toTag};from-tag=phone` };
}

function invite(...headers: string[]) {
  return phoneInvite({ callId: "call-2", branch: "second", headers });
}

describe("[XI85] an INVITE with Replaces", () => {
  test("names the leg that it replaces", async () => {
    const { bench, name } = await aCall();

    await bench.receive(invite(`Replaces: ${name}`, "Require: replaces"));

    const [first, second] = bench.intake.calls;
    expect(second?.arrival.replaces).toBe(first?.leg.id);
    expect(first?.sink.events).toEqual([]);
  });

  test.each([
    ["with an unknown dialog", 481, ["Replaces: none;to-tag=a;from-tag=phone"]],
    ["with exchanged tags", 481, ["Replaces: call-1;to-tag=phone;from-tag=a"]],
    ["in an invalid form", 400, ["Replaces: call-1"]],
    ["with two tags of one kind", 400, ["Replaces: call-1;to-tag=a;to-tag=b;from-tag=c"]],
    ["twice", 400, ["Replaces: a;to-tag=b;from-tag=c", "Replaces: a;to-tag=b;from-tag=c"]],
  ])("%s is refused: %i", async (_what, status, headers) => {
    const { bench } = await aCall();

    await bench.receive(invite(...headers));

    expect(bench.firstLines()[0]).toContain(`SIP/2.0 ${status}`);
    expect(bench.intake.calls).toHaveLength(1);
  });

  test("is refused with 486 for an answered call with early-only", async () => {
    const { bench, name } = await aCall();

    await bench.receive(invite(`Replaces: ${name};early-only`));

    expect(bench.firstLines()).toEqual(["SIP/2.0 486 Busy Here"]);
  });

  test("from an unauthenticated sender is refused with 403, even if all may call", async () => {
    const { bench, name } = await aCall(openPlan);

    await bench.receive(invite(`Replaces: ${name}`));

    expect(bench.firstLines()).toEqual(["SIP/2.0 403 Forbidden"]);
  });

  test("from a telephone is challenged first", async () => {
    const phones = [{ username: "0491570006", password: "pa55word" }];
    const bench = new TestBench({ plan: { trunks: [], phones, isClosed: true } });

    await bench.receive(invite("Replaces: call-1;to-tag=a;from-tag=b"));

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
  });
});

test("[XI85] the Replaces header is ignored in a request other than INVITE", async () => {
  const { bench, name } = await aCall();

  await bench.receive(phoneRequest("OPTIONS", { cseq: 7, headers: [`Replaces: ${name}`] }));

  expect(bench.firstLines()).toEqual(["SIP/2.0 200 OK"]);
});
