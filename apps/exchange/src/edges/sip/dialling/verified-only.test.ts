import { describe, expect, test } from "vitest";

import { phoneAnswer } from "../../../testing/sip/scripted-phone.ts";
import { TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk } from "../trunks/trunk.ts";
import { defaultDiallingRules } from "./dialling-rules.ts";

const verified = "+61491570006";
const carrier = plainTrunk("carrier", [{ host: "192.0.2.1", port: null }]);

function bench(emergency: "refuse" | "dial" = "refuse") {
  function isVerified(number: string): boolean {
    return number === verified;
  }
  const plan = { ...openPlan, trunks: [carrier] };
  return new TestBench({ plan, rules: { ...defaultDiallingRules, emergency, isVerified } });
}

describe("[XR54] with verified numbers only", () => {
  test.each([
    "sip:bob@192.0.2.1",
    "sip:bob@192.0.2.9",
    "sip:1234@192.0.2.9",
    "sip:+61491570156@192.0.2.9",
    "sip:bob+61491570006@192.0.2.9",
    "sip:192.0.2.9",
  ])("%s is refused", async (to) => {
    const scene = bench();

    const { sink } = await scene.dial({ to });

    expect(scene.core.checkDial(to)).toMatchObject({ twilioCode: 21219 });
    expect(scene.core.checkReferral(to, carrier.sid)).toMatchObject({ twilioCode: 21219 });
    expect(sink.end).toMatchObject({ cause: "failed", sipCode: 403 });
    expect(scene.errors).toEqual([]);
  });

  test.each([verified, `sip:${verified}@192.0.2.1`, "sip:0491570006@192.0.2.1"])(
    "%s may be dialled",
    (to) => {
      expect(bench().core.checkDial(to)).toBeNull();
    },
  );

  test("[XR54] the verification call is dialled, and redirected only to the same number", async () => {
    const scene = bench();
    const to = "+61491570156";

    await scene.dial({ to, isVerification: true });
    const [invite] = scene.sent();
    const contact = "Contact: <sip:+61491570156@192.0.2.7>";
    const moved = phoneAnswer(invite?.text ?? "", "302 Moved").replace(/^Contact: .*$/m, contact);
    await scene.receive(moved, invite?.target);

    expect(scene.core.checkDial(to)).toMatchObject({ twilioCode: 21219 });
    expect(scene.core.checkDial(to, true)).toBeNull();
    expect(scene.core.checkDial("+61190012345", true)).toMatchObject({ twilioCode: 21216 });
    expect(scene.sent().map(({ text }) => text.split(" ", 2).join(" "))).toContain(
      "INVITE sip:+61491570156@192.0.2.7",
    );
  });

  test("emergency calls keep their own rule", () => {
    expect(bench("dial").core.checkDial("000")).toBeNull();
    expect(bench().core.checkDial("sip:000@192.0.2.1")).toMatchObject({ twilioCode: 21216 });
  });
});
