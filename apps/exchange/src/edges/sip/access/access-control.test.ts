import { describe, expect, test } from "vitest";

import { answerChallenge } from "@linedesk/sip";
import { phoneInvite, phoneRequest } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { plainTrunk, type SipPlan, type Trunk } from "../trunks/trunk.ts";

const phone = { username: "0491570006", password: "pa55word" };
const carrierAt = { address: "203.0.113.9", port: 5060 };
const anonymousAddress = { address: "192.0.2.66", port: 5060 };
const noRequests = { perSecond: 0, burst: 0 };
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

  test.each([
    ["invalid messages", phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE")],
    ["REGISTERs", phoneRequest("REGISTER")],
    ["INVITEs", phoneInvite()],
  ])(
    "[XI33] bans a sender after ten %s within a minute, if the plan has no telephones",
    async (_what, text) => {
      const banned: string[] = [];
      const onBanned = (address: string): void => void banned.push(address);
      const bench = new TestBench({ plan: aPlan({}, []), onBanned });
      for (let n = 0; n < 18; n += 1) {
        if (n === 9) {
          await bench.clock.advance(61_000);
        }
        await bench.receive(text.replace("branch=", `branch=${n}`), anonymousAddress);
      }
      const afterEighteen = [...banned];
      await bench.receive(text.replace("branch=", "branch=x"), anonymousAddress);

      expect(afterEighteen).toEqual([]);
      expect(banned).toEqual([anonymousAddress.address]);
    },
  );

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

describe("[XI145] a telephone in the file of trunks", () => {
  const branches = { next: 0 };

  /**
   * Sends requests from the telephone's forged address. The attacker does not receive the
   * challenges, so no request has a valid digest response.
   */
  async function forge(bench: TestBench, count: number, text = phoneInvite()): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      branches.next += 1;
      const forged = text.replace("branch=z9hG4bK", `branch=z9hG4bK${branches.next}`);
      await bench.receive(forged.replace("call-1", `forged-${branches.next}`));
    }
    bench.sent();
  }

  async function call(bench: TestBench, n = 2): Promise<void> {
    await bench.receive(phoneInvite({ branch: `c${n}` }));
    await bench.receive(proving(challengesIn(bench.sent()[0]?.text ?? ""), n));
  }

  test.each([
    ["INVITEs in its name", phoneInvite()],
    ["INVITEs of unknown users", phoneInvite().replaceAll("0491570006", "nobody")],
    ["REGISTERs", phoneRequest("REGISTER")],
    ["invalid messages", phoneInvite().replace("CSeq: 1 INVITE", "CSeq: 1 BYE")],
    [
      "guesses with an invented nonce",
      phoneInvite({
        headers: [
          'Authorization: Digest username="0491570006", realm="x", nonce="n", uri="*", response="0"',
        ],
      }),
    ],
  ])("can still call after 40 forged %s", async (_what, text) => {
    const bench = new TestBench({ plan: aPlan() });
    await forge(bench, 40, text);

    await call(bench);

    expect(bench.intake.calls).toHaveLength(1);
  });

  test("is served during a flood that uses up the rate of its address", async () => {
    const bench = new TestBench({ plan: aPlan() });
    await bench.receive(phoneInvite());
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");
    await forge(bench, 1000);

    await bench.receive(proving(challenges, 2));

    expect(bench.intake.calls).toHaveLength(1);
  });

  test("is served during a flood from many addresses that uses up all transactions", async () => {
    const bench = new TestBench({ plan: aPlan(), limits: { maxTransactions: 4 } });
    for (let n = 0; n < 50; n += 1) {
      const forged = phoneInvite({ callId: `f${n}`, branch: `f${n}` });
      await bench.receive(forged, { address: `198.51.100.${n}`, port: 5060 });
    }
    bench.sent();

    await call(bench);

    expect(bench.intake.calls).toHaveLength(1);
  });

  test("can authenticate with its password while its address is ignored for guessed passwords", async () => {
    const bench = new TestBench({ plan: aPlan() });
    await bench.receive(phoneInvite());
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");
    for (let n = 2; n < 40; n += 1) {
      await bench.receive(proving(challenges, n, { ...phone, password: "guess" }));
    }
    const answers = bench.firstLines().length;
    await bench.clock.advance(31_000);

    await call(bench, 50);

    // The exchange answers ten guesses, and a burst of four more requests during the ban.
    expect(answers).toBe(14);
    expect(bench.intake.calls).toHaveLength(1);
  });

  test("gets the same answers as a user that does not exist", async () => {
    async function answersTo(user: string): Promise<string[]> {
      const bench = new TestBench({ plan: aPlan() });
      function named(text: string): string {
        return text.replaceAll("0491570006", user);
      }
      for (const method of ["OPTIONS", "REGISTER", "SUBSCRIBE", "REFER"]) {
        await bench.receive(named(phoneRequest(method, { callId: method, branch: method })));
      }
      await bench.receive(named(phoneInvite()));
      const challenges = challengesIn(bench.sent().at(-1)?.text ?? "");
      for (let n = 2; n < 20; n += 1) {
        await bench.receive(named(proving(challenges, n, { username: user, password: "guess" })));
      }
      return [...bench.firstLines(), String(challenges.length)];
    }

    const known = await answersTo(phone.username);

    expect(await answersTo("nobody")).toEqual(known);
    expect(known).toHaveLength(15);
  });

  test("gets each challenge once, so that a forged INVITE causes one packet", async () => {
    const bench = new TestBench({ plan: aPlan() });
    await bench.receive(phoneInvite());

    await bench.clock.advance(40_000);

    expect(bench.firstLines()).toEqual(["SIP/2.0 401 Unauthorized"]);
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

  test("authenticates behind a proxy that has challenged it too", async () => {
    const bench = new TestBench({ plan: aPlan() });
    const good = proving(await challenged(bench), 2);
    const other = 'Digest username="jo", realm="proxy", nonce="1", uri="sip:x", response="0"';

    await bench.receive(
      good.replace("Authorization:", `Authorization: ${other}\r\nAuthorization:`),
    );

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

  test("[XI33] is refused with a wrong password, and ignored after ten such attempts", async () => {
    const banned: string[] = [];
    const onBanned = (address: string): void => void banned.push(address);
    const bench = new TestBench({ plan: aPlan(), onBanned });
    const challenges = await challenged(bench);

    for (let n = 2; n < 11; n += 1) {
      await bench.receive(proving(challenges, n, { ...phone, password: "guess" }));
    }
    const afterNine = [...banned];
    await bench.receive(proving(challenges, 11, { ...phone, password: "guess" }));

    expect(bench.intake.calls).toEqual([]);
    expect([afterNine, banned]).toEqual([[], ["192.0.2.10"]]);
  });

  test("[XI19] shares a ban with all addresses of its IPv6 /64 prefix", async () => {
    const bench = new TestBench({ plan: aPlan(), limits: { bannedRequests: noRequests } });
    const [inside, outside] = ["2001:db8:0:1::ff", "2001:db8:0:2::ff"];
    const guesser = { address: "2001:db8:0:1::1", port: 5060 };
    await bench.receive(phoneInvite(), guesser);
    const challenges = challengesIn(bench.sent()[0]?.text ?? "");
    for (let n = 2; n < 12; n += 1) {
      await bench.receive(proving(challenges, n, { ...phone, password: "guess" }), guesser);
    }
    bench.sent();

    await bench.receive(phoneInvite(), { address: inside, port: 5060 });
    const fromInside = bench.firstLines();
    await bench.receive(phoneInvite(), { address: outside, port: 5060 });

    expect([fromInside, bench.firstLines()]).toEqual([[], ["SIP/2.0 401 Unauthorized"]]);
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

  test("[XI21][XI27] sends the caller's and the diverting number in its own format, and the call has them in E.164", async () => {
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
