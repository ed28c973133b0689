import { describe, expect, test } from "vitest";

import { aTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer, phoneInvite, phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan } from "../trunks/trunk.ts";

const carrierAt = { address: "192.0.2.1", port: 5060 };
const registration = {
  registrars: [{ host: "192.0.2.1", port: null }],
  expiresS: 600,
  user: null,
};
const credentials = { username: "radio", password: "s3cret" };

/** Returns an exchange that has sent a REGISTER for its trunk. */
async function anExchange(isDraining = false): Promise<TestBench> {
  const trunk = aTrunk("carrier", "192.0.2.1", { credentials, registration });
  const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] }, isDraining });
  bench.core.start();
  await settled();
  return bench;
}

async function aRegisteredExchange(): Promise<TestBench> {
  const bench = await anExchange();
  await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK"));
  bench.sent();
  return bench;
}

/** Returns an exchange that drains and has sent the end of its registration. */
async function aDrainingExchange(): Promise<TestBench> {
  const bench = await aRegisteredExchange();
  bench.core.setDraining(true);
  await settled();
  bench.sent();
  return bench;
}

function findRegister(bench: TestBench): string | undefined {
  return bench.sent().find(({ text }) => text.startsWith("REGISTER"))?.text;
}

describe("[XI151] while the exchange drains", () => {
  test("a new call gets 503 with Retry-After, and does not count as rejected for lack of capacity", async () => {
    const bench = await aDrainingExchange();

    await bench.receive(phoneInvite(), carrierAt);

    const [answer] = bench.sent();
    expect(answer?.text).toMatch(/^SIP\/2\.0 503 /);
    expect(readHeader(answer?.text ?? "", "Retry-After")).toBe("30");
    expect(bench.intake.calls).toEqual([]);
    expect(bench.intake.rejectedCount).toBe(0);
  });

  test("OPTIONS of a carrier gets 503", async () => {
    const bench = await aDrainingExchange();

    await bench.receive(phoneRequest("OPTIONS", { toTag: "" }), carrierAt);

    expect(bench.firstLines()).toEqual(["SIP/2.0 503 Service Unavailable"]);
  });

  test("a call that rings can be answered, and continues until a party hangs up", async () => {
    const bench = await aRegisteredExchange();
    await bench.receive(phoneInvite(), carrierAt);
    bench.core.setDraining(true);
    bench.sent();

    await bench.intake.call().leg.answer("CA1");
    await settled();

    const ok = bench.sent().find(({ text }) => text.startsWith("SIP/2.0 200"))?.text ?? "";
    const toTag = /;tag=([^;>]+)/.exec(readHeader(ok, "To"))?.[1] ?? "";
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }), carrierAt);
    expect(bench.intake.call().sink.end).toBeNull();
    await bench.receive(phoneRequest("BYE", { toTag, cseq: 2 }), carrierAt);
    expect(bench.intake.call().sink.end).toEqual({ cause: "hangup" });
  });

  test("no telephone is dialled, except in an emergency", async () => {
    const bench = await aDrainingExchange();

    const refused = await bench.dial({ to: "+61491570156" });
    const emergency = await bench.dial({ to: "000" });

    expect(refused.sink.end).toMatchObject({ sipCode: 503, message: "the exchange drains" });
    expect(emergency.sink.end).toBeNull();
    expect(bench.firstLines()).toEqual([expect.stringMatching(/^INVITE sip:000@/)]);
  });

  test("no trunk is registered, until the drain ends", async () => {
    const bench = await aRegisteredExchange();

    bench.core.setDraining(true);
    await settled();
    const unregister = findRegister(bench) ?? "";
    await bench.receive(phoneAnswer(unregister, "200 OK"));
    await bench.clock.advance(1_200_000);
    const whileDraining = findRegister(bench);
    const listed = bench.core.trunks.list();
    bench.core.setDraining(false);
    await settled();
    const register = findRegister(bench) ?? "";
    await bench.receive(phoneInvite(), carrierAt);

    expect(readHeader(unregister, "Expires")).toBe("0");
    expect(whileDraining).toBeUndefined();
    expect(listed).toMatchObject([{ registered: false }]);
    expect(readHeader(register, "Expires")).toBe("600");
    expect(bench.intake.calls).toHaveLength(1);
  });

  test("an added trunk is not registered", async () => {
    const bench = await aDrainingExchange();

    const hosts = [{ host: "192.0.2.9", port: null }];
    const added = aTrunk("second", "192.0.2.9", {
      credentials,
      registration: { ...registration, registrars: hosts },
    });
    bench.core.trunks.replaceAdded([added]);
    await settled();

    expect(findRegister(bench)).toBeUndefined();
  });
});

test("[XI151] an exchange that drained before a crash registers no trunk and refuses calls", async () => {
  const bench = await anExchange(true);

  await bench.receive(phoneInvite(), carrierAt);

  expect(bench.firstLines()).toEqual(["SIP/2.0 503 Service Unavailable"]);
});
