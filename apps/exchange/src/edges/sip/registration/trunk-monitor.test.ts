import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { SipAddress } from "@linedesk/sip";
import { aTrunk } from "../../../testing/sip/scripted-calls.ts";
import { phoneAnswer } from "../../../testing/sip/scripted-phone.ts";
import { readHeader, settled, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, type Trunk } from "../trunks/trunk.ts";
import { refreshDelayMs, retryDelayMs } from "./registration.ts";

interface Sent {
  text: string;
  target: SipAddress;
}

const credentials = { username: "radio", password: "s3cret" };

async function started(trunks: Trunk[]): Promise<TestBench> {
  const bench = new TestBench({ plan: { ...openPlan, trunks } });
  bench.core.start();
  await settled();
  return bench;
}

function only(sent: Sent[], method: string): Sent[] {
  return sent.filter(({ text }) => text.startsWith(method));
}

describe("[XI30] registration", () => {
  const registration = {
    registrars: [{ host: "192.0.2.1", port: null }],
    expiresS: 600,
    user: null,
  };
  const trunk = aTrunk("carrier", "192.0.2.1", { credentials, registration, domain: "radio.net" });

  test("registers our Contact and renews it half a minute before its end", async () => {
    const bench = await started([trunk]);
    const [first] = bench.sent();
    expect(first?.text).toMatch(/^REGISTER sip:radio\.net SIP\/2\.0/);
    expect(readHeader(first?.text ?? "", "To")).toBe("<sip:radio@radio.net>");
    expect(readHeader(first?.text ?? "", "Expires")).toBe("600");

    const granted = ["Contact: <sip:linedesk@198.51.100.1:5060>;expires=120"];
    const answer = phoneAnswer(first?.text ?? "", "200 OK", { headers: granted });
    await bench.receive(answer.replace(/Contact: <sip:far@.*\r\n/, ""));
    await bench.clock.advance(89_000);
    expect(bench.sent()).toEqual([]);
    await bench.clock.advance(2_000);

    const [second] = bench.sent();
    expect(readHeader(second?.text ?? "", "Call-ID")).toBe(
      readHeader(first?.text ?? "", "Call-ID"),
    );
    expect(readHeader(second?.text ?? "", "CSeq")).toBe("2 REGISTER");
  });

  test("[MN11] reports a trunk down with each failure, and up again", async () => {
    const bench = await started([trunk]);
    const refused = phoneAnswer(bench.sent()[0]?.text ?? "", "403 Forbidden");
    await bench.receive(refused);
    expect(bench.core.readTrunks()).toEqual([
      { name: "carrier", channels: null, calls: 0, isUp: false, registrationFailures: 1 },
    ]);

    await bench.clock.advance(5_000);
    await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK"));

    expect(bench.core.readTrunks()).toEqual([
      { name: "carrier", channels: null, calls: 0, isUp: true, registrationFailures: 1 },
    ]);
  });

  test.each([
    ["MD5", "md5"],
    ["SHA-256", "sha256"],
  ])("authenticates by %s, and once more for a stale nonce", async (name, hash) => {
    const bench = await started([trunk]);
    function challenge(nonce: string, more = "") {
      return {
        headers: [
          `WWW-Authenticate: Digest realm="r",nonce="${nonce}",algorithm=${name},qop="auth"${more}`,
        ],
      };
    }
    async function answerWith(parts: { headers: string[] }): Promise<string> {
      const last = bench.sent()[0]?.text ?? "";
      await bench.receive(phoneAnswer(last, "401 Unauthorized", parts));
      return readHeader(last, "Authorization");
    }

    await answerWith(challenge("n1"));
    await answerWith(challenge("n2", ",stale=true"));
    const last = await answerWith(challenge("n3"));

    function digest(text: string) {
      return createHash(hash).update(text).digest("hex");
    }
    function field(key: string) {
      return new RegExp(`\\b${key}="([^"]*)"`).exec(last)?.[1] ?? "";
    }
    const proof = `${digest("radio:r:s3cret")}:n2:00000001:${field("cnonce")}:auth`;
    expect(field("response")).toBe(digest(`${proof}:${digest("REGISTER:sip:radio.net")}`));
    expect(bench.sent()).toEqual([]);
  });

  test("requests the minimum interval of the registrar", async () => {
    const bench = await started([trunk]);

    const headers = ["Min-Expires: 1800"];
    const first = bench.sent()[0]?.text ?? "";
    await bench.receive(phoneAnswer(first, "423 Interval Too Brief", { headers }));

    expect(readHeader(bench.sent()[0]?.text ?? "", "Expires")).toBe("1800");
  });

  test("[XI30] registers the pilot number and authenticates by another name when configured", async () => {
    const pilot = { ...trunk, registration: { ...registration, user: "+61255500100" } };
    const bench = await started([pilot]);
    const [first] = bench.sent();
    const challenge = ['WWW-Authenticate: Digest realm="r",nonce="n",qop="auth"'];
    const refused = phoneAnswer(first?.text ?? "", "401 Unauthorized", { headers: challenge });
    await bench.receive(refused);

    expect(readHeader(first?.text ?? "", "To")).toBe("<sip:+61255500100@radio.net>");
    expect(readHeader(first?.text ?? "", "From")).toContain("<sip:+61255500100@radio.net>;tag=");
    expect(readHeader(first?.text ?? "", "Supported")).toBe("path");
    const again = bench.sent()[0]?.text ?? "";
    expect(readHeader(again, "Authorization")).toContain('username="radio"');
  });

  test("[XI30] sends calls by its Service-Route while the registration is valid", async () => {
    const bench = await started([trunk]);
    const headers = [
      "Service-Route: <sip:edge.radio.net;lr>, <sip:core.radio.net;lr>",
      "Service-Route: <sip:strict.radio.net>",
    ];
    await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK", { headers }));
    async function routesOfCall(): Promise<{ routes: string[]; address: string | undefined }> {
      const { leg } = await bench.dial();
      const invite = only(bench.sent(), "INVITE")[0];
      leg.hangUp();
      const found = [...(invite?.text ?? "").matchAll(/^Route: (.*)\r$/gm)];
      return { routes: found.map(([, one]) => one ?? ""), address: invite?.target.address };
    }

    const before = await routesOfCall();
    await bench.clock.advance(575_000);
    const renewal = only(bench.sent(), "REGISTER")[0]?.text ?? "";
    await bench.receive(phoneAnswer(renewal, "403 Forbidden"));
    const after = await routesOfCall();

    expect(before.routes).toEqual(["<sip:edge.radio.net;lr>", "<sip:core.radio.net;lr>"]);
    // The configured host stays the outbound destination, even if the registrar names another.
    expect(before.address).toBe("192.0.2.1");
    expect(after.routes).toEqual([]);
  });

  test("uses the registrar's next address when the first one is silent or overloaded", async () => {
    const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => ({
      address,
      port: 5060,
    }));
    const resolver = { resolve: () => Promise.resolve(addresses) };
    const bench = new TestBench({ plan: { ...openPlan, trunks: [trunk] }, resolver });
    bench.core.start();
    await settled();
    const registers: Sent[] = only(bench.sent(), "REGISTER");

    await bench.receive(phoneAnswer(registers[0]?.text ?? "", "503 Service Unavailable"));
    registers.push(...only(bench.sent(), "REGISTER"));
    await bench.clock.advance(33_000);
    registers.push(...only(bench.sent(), "REGISTER").slice(-1));
    await bench.receive(phoneAnswer(registers[2]?.text ?? "", "200 OK"));
    await bench.clock.advance(10_000);

    expect(registers.map(({ target }) => target)).toEqual(addresses);
    expect(only(bench.sent(), "REGISTER")).toEqual([]);
  });

  test("is retried with growing intervals, and calls use other trunks meanwhile", async () => {
    const spare = aTrunk("spare", "192.0.2.2", { priority: 9 });
    const bench = await started([trunk, spare]);
    await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "403 Forbidden"));
    await bench.clock.advance(4_900);
    expect(only(bench.sent(), "REGISTER")).toEqual([]);
    await bench.clock.advance(200);
    expect(only(bench.sent(), "REGISTER")).toHaveLength(1);

    await bench.dial();

    expect(only(bench.sent(), "INVITE")[0]?.target.address).toBe("192.0.2.2");
    expect([1, 2, 3, 7, 20].map(retryDelayMs)).toEqual([5e3, 10e3, 20e3, 300e3, 300e3]);
    expect([600, 120, 40].map(refreshDelayMs)).toEqual([570e3, 90e3, 20e3]);
  });

  test("is removed when the exchange closes", async () => {
    const bench = await started([trunk]);
    await bench.receive(phoneAnswer(bench.sent()[0]?.text ?? "", "200 OK"));

    bench.core.hangUpAll();
    await settled();
    const last = bench.sent()[0]?.text ?? "";
    expect(readHeader(last, "Expires")).toBe("0");
    expect(bench.core.isIdle).toBe(false);
    await bench.receive(phoneAnswer(last, "200 OK"));

    expect(bench.core.isIdle).toBe(true);
  });
});

describe("[XI31] monitoring", () => {
  const trunks = [
    aTrunk("first", "192.0.2.1", { keepAliveS: 30 }),
    aTrunk("second", "192.0.2.2", { priority: 2 }),
  ];

  async function placeOfCall(bench: TestBench): Promise<string | undefined> {
    bench.sent();
    const { leg } = await bench.dial();
    const address = only(bench.sent(), "INVITE")[0]?.target.address;
    leg.hangUp();
    return address;
  }

  test("sends OPTIONS, puts the trunk last after two failures, and restores it after one answer", async () => {
    const bench = await started(trunks);
    expect(bench.sent()[0]?.text).toMatch(/^OPTIONS sip:192\.0\.2\.1 SIP/);

    await bench.clock.advance(6_000);
    expect(await placeOfCall(bench)).toBe("192.0.2.1");
    await bench.clock.advance(36_000);
    expect(await placeOfCall(bench)).toBe("192.0.2.2");
    await bench.clock.advance(24_500);
    bench.sent();
    await bench.clock.advance(5_500);
    const question = only(bench.sent(), "OPTIONS").at(-1)?.text ?? "";
    await bench.receive(phoneAnswer(question, "405 Method Not Allowed"));

    expect(await placeOfCall(bench)).toBe("192.0.2.1");
  });

  test("treats 503 as a failure of the trunk", async () => {
    const bench = await started(trunks);

    for (let n = 0; n < 2; n += 1) {
      const question = only(bench.sent(), "OPTIONS")[0]?.text ?? "";
      await bench.receive(phoneAnswer(question, "503 Service Unavailable"));
      await bench.clock.advance(30_000);
    }

    expect(await placeOfCall(bench)).toBe("192.0.2.2");
  });
});

test("[AD31] a test of a trunk in use sends OPTIONS and REGISTER, and returns their results", async () => {
  const registration = {
    registrars: [{ host: "192.0.2.1", port: null }],
    expiresS: 600,
    user: null,
  };
  const trunk = aTrunk("carrier", "192.0.2.1", { credentials, registration });
  const bench = await started([trunk]);
  bench.sent();

  const testing = bench.core.trunks.test(trunk.sid);
  await settled();
  const sent = bench.sent();
  await bench.receive(phoneAnswer(only(sent, "OPTIONS")[0]?.text ?? "", "200 OK"));
  await bench.receive(phoneAnswer(only(sent, "REGISTER")[0]?.text ?? "", "403 Forbidden"));

  const [options, register] = [200, 403].map((status) => ({ type: "answered", status }));
  expect(await testing).toEqual({ hosts: [{ host: "192.0.2.1", options, register }] });
  expect(bench.core.trunks.list()).toMatchObject([
    { name: "carrier", hosts: ["192.0.2.1"], registered: false, answers: null },
  ]);
  expect(await bench.core.trunks.test(`TK${"0".repeat(32)}`)).toBeNull();
});
