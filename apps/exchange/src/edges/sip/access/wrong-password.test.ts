import { describe, expect, test } from "vitest";

import { answerChallenge } from "@linedesk/sip";
import { phoneInvite } from "../../../testing/sip/scripted-phone.ts";
import { TestBench } from "../../../testing/sip/test-bench.ts";
import { plainTrunk, type SipPlan, type Trunk } from "../trunks/trunk.ts";

const phone = { username: "0491570006", password: "pa55word" };
const carrierAt = { address: "203.0.113.9", port: 5060 };
const guesserAt = { address: "192.0.2.66", port: 5060 };
const uri = "sip:+61255500101@198.51.100.1";

function aPlan(parts: Partial<Trunk> = {}): SipPlan {
  const hosts = [{ host: "203.0.113.1", port: null }];
  const trunk = { ...plainTrunk("carrier", hosts), sources: ["203.0.113.0/24"], ...parts };
  return { trunks: [trunk], phones: [phone], isClosed: true };
}

function challengesIn(text: string): string[] {
  return [...text.matchAll(/^WWW-Authenticate: (.*)$/gm)].map((match) => match[1]?.trim() ?? "");
}

/** Returns the INVITE again, with the credentials that its 401 requires. */
function proving(challenges: string[], n: number, secret = phone): string {
  const proof = answerChallenge(challenges, secret, { method: "INVITE", uri }) ?? "";
  return phoneInvite({ cseq: n, branch: `p${n}`, headers: [`Authorization: ${proof}`] });
}

describe("[XI160] the log of a wrong password", () => {
  const message = "SIP password refused";
  const { address } = guesserAt;

  async function guess(bench: TestBench, count = 1, user = phone.username): Promise<void> {
    const named = (text: string) => text.replaceAll(phone.username, user);
    await bench.receive(named(phoneInvite()), guesserAt);
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");
    for (let n = 2; n < 2 + count; n += 1) {
      const invite = proving(challenges, n, { username: user, password: "guess" });
      await bench.receive(named(invite), guesserAt);
    }
  }

  test("names the telephone, the address and the method", async () => {
    const bench = new TestBench({ plan: aPlan() });

    await guess(bench);

    const fields = { address, phone: phone.username, trunk: undefined, method: "INVITE" };
    expect(bench.warnings).toEqual([{ fields, message }]);
  });

  test("names the trunk that must authenticate", async () => {
    const credentials = { username: "radio", password: "pa55word" };
    const bench = new TestBench({ plan: aPlan({ challenges: true, credentials }) });
    await bench.receive(phoneInvite(), carrierAt);
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");

    await bench.receive(proving(challenges, 2, { ...credentials, password: "guess" }), carrierAt);

    const fields = { address: carrierAt.address, trunk: "carrier", method: "INVITE" };
    expect(bench.warnings).toEqual([{ fields, message }]);
  });

  test("does not contain the name of a telephone that does not exist", async () => {
    const bench = new TestBench({ plan: aPlan() });

    await guess(bench, 1, "0491570156");

    expect(bench.warnings).toEqual([{ fields: { address, method: "INVITE" }, message }]);
  });

  test("names a banned address, and has at most ten lines at once", async () => {
    const bench = new TestBench({ plan: aPlan() });

    await guess(bench, 30);

    expect(bench.warnings).toContainEqual({ fields: { address }, message: "SIP source banned" });
    expect(bench.warnings.filter((one) => one.message === message)).toHaveLength(10);
  });

  test("has no line for a challenge and a right password", async () => {
    const bench = new TestBench({ plan: aPlan() });
    await bench.receive(phoneInvite(), guesserAt);
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");

    await bench.receive(proving(challenges, 2), guesserAt);

    expect(bench.intake.calls).toHaveLength(1);
    expect(bench.warnings).toEqual([]);
  });
});
