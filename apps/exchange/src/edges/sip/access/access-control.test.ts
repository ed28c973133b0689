import { describe, expect, test } from "vitest";

import { answerChallenge } from "@linedesk/sip";
import { phoneInvite, phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { plainTrunk, type SipPlan, type Trunk } from "../trunks/trunk.ts";

const phone = { username: "0491570006", password: "pa55word" };
const carrierAt = { address: "203.0.113.9", port: 5060 };
const anonymousAddress = { address: "192.0.2.66", port: 5060 };
const uri = "sip:+61255500101@198.51.100.1";

function aPlan(parts: Partial<Trunk> = {}, phones = [phone]): SipPlan {
  const hosts = [{ host: "203.0.113.1", port: null }];
  const trunk = { ...plainTrunk("carrier", hosts), sources: ["203.0.113.0/24"], ...parts };
  return { trunks: [trunk], phones, isClosed: true };
}

function challengesIn(text: string): string[] {
  return [...text.matchAll(/^WWW-Authenticate: (.*)$/gm)].map((match) => match[1]?.trim() ?? "");
}

/** Returns the INVITE again, with the credentials that its 401 requires. */
function proving(challenges: string[], n: number, secret = phone): string {
  const proof = answerChallenge(challenges, secret, { method: "INVITE", uri }) ?? "";
  return phoneInvite({ cseq: n, branch: `p${n}`, headers: [`Authorization: ${proof}`] });
}

function staleIn(bench: TestBench): boolean {
  const text = bench.sent()[0]?.text ?? "";
  expect(text).toMatch(/^SIP\/2\.0 401/);
  return readHeader(text, "WWW-Authenticate").includes("stale=true");
}

describe("[XI140] access control", () => {
  test("admits a trunk by its network and by its hosts' own addresses", async () => {
    const bench = new TestBench({ plan: aPlan() });

    await bench.receive(phoneInvite(), carrierAt);
    await bench.receive(phoneInvite({ callId: "c2", branch: "b2" }), {
      address: "203.0.113.1",
      port: 5060,
    });

    expect(bench.intake.calls).toHaveLength(2);
  });

  test("recognises a trunk by the address that DNS returns for its host", async () => {
    const found = [{ address: "203.0.113.77", port: 5060 }];
    const resolver = { resolve: () => Promise.resolve(found) };
    const hosts = [{ host: "sip.carrier.example", port: null }];
    const bench = new TestBench({ plan: aPlan({ hosts, sources: [] }, []), resolver });
    const itsInvite = phoneInvite();

    await bench.receive(itsInvite, { address: "203.0.113.77", port: 5060 });
    expect(bench.intake.calls).toEqual([]);
    bench.core.start();
    await settled();
    await bench.receive(itsInvite, { address: "203.0.113.77", port: 5060 });

    expect(bench.intake.calls).toHaveLength(1);
  });

  test.each([
    ["INVITE", phoneInvite()],
    ["OPTIONS", phoneRequest("OPTIONS")],
    ["REGISTER", phoneRequest("REGISTER")],
    ["an invalid message", phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE")],
  ])("does not answer %s from an unauthenticated sender", async (_what, text) => {
    const bench = new TestBench({ plan: aPlan({}, []) });

    await bench.receive(text, anonymousAddress);

    expect(bench.firstLines()).toEqual([]);
    expect(bench.intake.calls).toEqual([]);
  });

  test("[XI33] ignores a scanner for ten minutes, even with a correct name at last", async () => {
    const bench = new TestBench({ plan: aPlan() });
    function knock(n: number, user: string) {
      return bench.receive(
        phoneInvite({ callId: `k${n}`, branch: `k${n}` }).replace("sip:0491570006", `sip:${user}`),
        anonymousAddress,
      );
    }
    for (let n = 0; n < 10; n += 1) {
      await knock(n, `10${n}`);
    }

    await knock(20, phone.username);
    expect(bench.firstLines()).toEqual([]);
    await bench.clock.advance(601_000);
    await knock(21, phone.username);

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
  });

  test.each([
    ["an invalid message", phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE")],
    ["REGISTER", phoneRequest("REGISTER").replace("sip:0491570006", "sip:nobody")],
  ])("[XI33] counts %s as a failed attempt", async (_what, text) => {
    const bench = new TestBench({ plan: aPlan() });
    for (let n = 0; n < 10; n += 1) {
      await bench.receive(text.replace("branch=", `branch=${n}`), anonymousAddress);
    }

    await bench.receive(phoneInvite(), anonymousAddress);

    expect(bench.firstLines()).toEqual([]);
  });

  test("[XI33] does not ignore a sender with nine failures in a minute and nine in the next", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const bad = phoneInvite().replace("sip:0491570006", "sip:nobody");
    for (let n = 0; n < 18; n += 1) {
      if (n === 9) {
        await bench.clock.advance(61_000);
      }
      await bench.receive(bad.replace("branch=z9hG4bK-", `branch=z9hG4bK-${n}`), anonymousAddress);
    }

    await bench.receive(phoneInvite(), anonymousAddress);

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
  });

  test("[XI19] ignores a whole IPv6 network of 64 bits after ten failures", async () => {
    const bench = new TestBench({ plan: aPlan() });
    for (let n = 0; n < 10; n += 1) {
      const knock = phoneInvite({ callId: `k${n}`, branch: `k${n}` });
      await bench.receive(knock.replace("sip:0491570006", "sip:nobody"), {
        address: `2001:db8:0:1::${n}`,
        port: 5060,
      });
    }

    await bench.receive(phoneInvite(), { address: "2001:db8:0:1::ff", port: 5060 });
    expect(bench.firstLines()).toEqual([]);
    await bench.receive(phoneInvite(), { address: "2001:db8:0:2::ff", port: 5060 });

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
  });

  test("[XI33] never ignores a trunk", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const bad = phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE");

    for (let n = 0; n < 30; n += 1) {
      await bench.receive(bad, carrierAt);
    }
    await bench.receive(phoneInvite(), carrierAt);

    expect(bench.intake.calls).toHaveLength(1);
  });
});

describe("[XI34] a telephone that calls", () => {
  async function challenged(bench: TestBench): Promise<string[]> {
    await bench.receive(phoneInvite());
    const answer = bench.sent()[0]?.text ?? "";
    expect(answer).toMatch(/^SIP\/2\.0 401 Unauthorized/);
    await bench.receive(phoneRequest("ACK", { branch: "1-INVITE" }));
    return challengesIn(answer);
  }

  test.each([0, 1])("authenticates by MD5 or SHA-256 (%i)", async (which) => {
    const bench = new TestBench({ plan: aPlan() });
    const challenges = await challenged(bench);
    expect(challenges).toHaveLength(2);

    await bench.receive(proving(challenges.slice(which, which + 1), 2));

    expect(bench.intake.calls).toHaveLength(1);
  });

  test("is challenged again for a repeated digest response", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const good = proving(await challenged(bench), 2);
    await bench.receive(good);
    bench.sent();

    await bench.receive(good.replaceAll("p2", "p3").replace("call-1", "call-3"));

    expect(staleIn(bench)).toBe(true);
    expect(bench.intake.calls).toHaveLength(1);
  });

  test("is challenged again for a digest response from another address", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const good = proving(await challenged(bench), 2);

    await bench.receive(good, { address: "192.0.2.11", port: 5060 });

    expect(staleIn(bench)).toBe(true);
    expect(bench.intake.calls).toEqual([]);
  });

  test("is challenged again for a digest response that is five minutes old", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const good = proving(await challenged(bench), 2);
    await bench.clock.advance(301_000);

    await bench.receive(good);

    expect(staleIn(bench)).toBe(true);
    expect(bench.intake.calls).toEqual([]);
  });

  test("is refused with a digest response of another method", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const challenges = await challenged(bench);
    const proof = answerChallenge(challenges, phone, { method: "BYE", uri }) ?? "";

    await bench.receive(phoneInvite({ cseq: 2, headers: [`Authorization: ${proof}`] }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
    expect(bench.intake.calls).toEqual([]);
  });

  test("is refused with a wrong password, and ignored after ten such attempts", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const challenges = await challenged(bench);

    for (let n = 2; n < 14; n += 1) {
      await bench.receive(proving(challenges, n, { ...phone, password: "guess" }));
    }

    expect(bench.intake.calls).toEqual([]);
    expect(bench.firstLines()).toHaveLength(10);
  });

  test("cannot assert another identity", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const challenges = await challenged(bench);

    await bench.receive(
      proving(challenges, 2).replace(
        "Authorization",
        "P-Asserted-Identity: <sip:+61255500999@x.net>\r\nAuthorization",
      ),
    );

    expect(bench.intake.call().arrival.from).toBe("+61491570006");
  });
});

describe("a trunk that calls", () => {
  test("[XI34] authenticates when it is configured for it", async () => {
    const secret = { username: "carrier", password: "c4rrier" };
    const bench = new TestBench({ plan: aPlan({ challenges: true, credentials: secret }) });
    await bench.receive(phoneInvite(), carrierAt);
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");

    await bench.receive(proving(challenges, 2, secret), carrierAt);

    expect(bench.intake.calls).toHaveLength(1);
  });

  test("[XI21][XI27] gives the caller in its own format, and the diverting party", async () => {
    const { numbering } = plainTrunk("x", []);
    const bench = new TestBench({ plan: aPlan({ numbering: { ...numbering, format: "digits" } }) });
    const headers = [
      "P-Asserted-Identity: <sip:64211234567@carrier.net>",
      "Diversion: <sip:61255500177@carrier.net>;reason=unconditional",
    ];

    await bench.receive(phoneInvite({ uri: "sip:61255500101@x.net", headers }), carrierAt);

    expect(bench.intake.call().arrival).toMatchObject({
      from: "+64211234567",
      to: "+61255500101",
      forwardedFrom: "+61255500177",
    });
  });

  test("[XI22] is answered 503 when its channels are in use, until one is free", async () => {
    const bench = new TestBench({ plan: aPlan({ maxCalls: 1 }) });
    await bench.receive(phoneInvite(), carrierAt);
    await bench.receive(phoneInvite({ callId: "c2", branch: "b2" }), carrierAt);
    expect(bench.firstLines()).toContain("SIP/2.0 503 Service Unavailable");

    bench.intake.call().leg.decline({ cause: "busy" });
    await bench.receive(phoneInvite({ callId: "c3", branch: "b3" }), carrierAt);

    expect(bench.intake.calls).toHaveLength(2);
  });
});
