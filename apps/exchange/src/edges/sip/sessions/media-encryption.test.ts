import { describe, expect, test } from "vitest";

import type { SrtpPolicy } from "@linedesk/sip";
import {
  phoneAnswer,
  phoneInvite,
  phoneRequest,
  phoneSdp,
} from "../../../testing/sip/scripted-phone.ts";
import { readHeader, phoneAt, TestBench } from "../../../testing/sip/test-bench.ts";
import { openPlan, plainTrunk, type Trunk } from "../trunks/trunk.ts";

function key(letter: string): string {
  return letter.repeat(40);
}
const strong = "AES_CM_128_HMAC_SHA1_80";
const short = "AES_CM_128_HMAC_SHA1_32";

function secureSdp(
  crypto: string[],
  { protocol = "RTP/SAVP", port = 6000 }: { protocol?: string; port?: number } = {},
): string {
  const lines = crypto.map((line) => `a=crypto:${line}`);
  return phoneSdp({ port, more: lines }).replace("RTP/AVP", protocol);
}

const phoneByTls = { ...phoneAt, transport: "tls" as const };

/**
 * Creates a bench with one trunk, at the telephone's address. By default the trunk allows SRTP keys
 * over UDP and TCP.
 */
function benchOf(srtp: SrtpPolicy, more: Partial<Trunk> = {}): TestBench {
  const { address, port } = phoneAt;
  const plain = plainTrunk("carrier", [{ host: address, port }]);
  const trunk = { ...plain, srtp, allowsUnencryptedKeys: true, ...more };
  return new TestBench({ plan: { ...openPlan, trunks: [trunk] } });
}

function cryptoIn(sdp: string): string[] {
  return [...sdp.matchAll(/^a=crypto:(.*)\r$/gm)].map(([, line]) => line ?? "");
}

describe("[XI47] an offer from a caller", () => {
  test.each([
    ["off", "RTP/AVP", [], 200],
    ["off", "RTP/SAVP", [`1 ${strong} inline:${key("A")}`], 488],
    ["optional", "RTP/AVP", [], 200],
    ["optional", "RTP/SAVP", [`1 ${strong} inline:${key("A")}`], 200],
    ["optional", "RTP/SAVP", [], 488],
    ["optional", "RTP/SAVP", [`1 AEAD_AES_256_GCM inline:${key("A")}`], 488],
    ["required", "RTP/AVP", [], 488],
    ["required", "RTP/AVP", [`1 ${short} inline:${key("A")}`], 200],
    ["required", "RTP/SAVPF", [`1 ${short} inline:${key("A")}`], 200],
  ] as const)(
    "on a trunk with encryption %s, with %s and the keys %j, is answered %s",
    async (srtp, protocol, crypto, status) => {
      const bench = benchOf(srtp);
      bench.intake.onReceive = (leg) => void leg.answer("CA1");

      await bench.receive(phoneInvite({ body: secureSdp([...crypto], { protocol }) }));

      const last = bench.sent().at(-1)?.text ?? "";
      expect(last).toMatch(new RegExp(`^SIP/2.0 ${status}`));
      expect(cryptoIn(last)).toHaveLength(status === 200 && crypto.length > 0 ? 1 : 0);
      if (status === 200) {
        expect(last).toContain(` ${protocol} 0 101`);
      }
    },
  );

  test("is answered with the first common suite, its tag and a new key", async () => {
    const bench = new TestBench();
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    const crypto = [`4 F8_128_HMAC_SHA1_80 inline:${key("F")}`, `5 ${short} inline:${key("A")}`];

    await bench.receive(
      phoneInvite({ body: secureSdp([...crypto, `6 ${strong} inline:${key("B")}`]) }),
      phoneByTls,
    );

    const [line = ""] = cryptoIn(bench.sent().at(-1)?.text ?? "");
    expect(line).toMatch(new RegExp(`^5 ${short} inline:[A-Za-z0-9+/]{40}$`));
    expect(line).not.toContain(key("A"));
    const { srtp } = bench.media.connected[0]?.remote ?? {};
    expect(srtp?.theirs).toEqual({ suite: short, inline: key("A") });
    expect(`5 ${short} inline:${srtp?.ours.inline}`).toBe(line);
  });

  test("is answered with our earlier key in a re-INVITE, and with a new key when the far end's address changes", async () => {
    const bench = benchOf("optional");
    const first = secureSdp([`1 ${strong} inline:${key("A")}`]);
    bench.intake.onReceive = (leg) => void leg.answer("CA1");
    await bench.receive(phoneInvite({ body: first }));
    const ok = bench.sent().at(-1)?.text ?? "";
    const toTag = /;tag=([^\r;]+)/.exec(readHeader(ok, "To"))?.[1] ?? "";
    await bench.receive(phoneRequest("ACK", { toTag, branch: "ack" }));
    async function reinvite(cseq: number, body: string): Promise<string> {
      await bench.receive(phoneInvite({ toTag, cseq, body }));
      const answer = bench.sent().at(-1)?.text ?? "";
      await bench.receive(phoneRequest("ACK", { toTag, cseq, branch: `ack${cseq}` }));
      return cryptoIn(answer)[0] ?? "none";
    }

    const [own] = cryptoIn(ok);
    expect(await reinvite(2, first.replace("a=rtpmap", "a=sendonly\r\na=rtpmap"))).toBe(own);
    expect(await reinvite(3, secureSdp([`1 ${strong} inline:${key("C")}`]))).toBe(own);
    const moved = await reinvite(4, secureSdp([`1 ${strong} inline:${key("C")}`], { port: 7000 }));
    expect(moved).not.toBe(own);
    expect(bench.media.connected.at(-1)?.remote.srtp?.theirs.inline).toBe(key("C"));
  });
});

describe("[XI47] our offer", () => {
  async function offerBy(srtp: SrtpPolicy, more: Partial<Trunk> = {}) {
    const bench = benchOf(srtp, more);
    const { sink } = await bench.dial();
    const invite = bench.sent().at(-1)?.text ?? "";
    return { bench, sink, invite };
  }

  test("has keys beside RTP/AVP when encryption is optional, and the call is unencrypted if the answer has no keys", async () => {
    const { bench, sink, invite } = await offerBy("optional");
    expect(invite).toContain("RTP/AVP 0 8 9 107 101 102");
    expect(cryptoIn(invite).map((line) => line.split(" ")[1])).toEqual([strong, short]);

    await bench.receive(phoneAnswer(invite, "200 OK", { body: phoneSdp() }));

    expect(sink.events).toEqual(["answered"]);
    expect(bench.media.connected[0]?.remote.srtp).toBeUndefined();
  });

  test("has RTP/SAVP when encryption is required, and uses the key of the tag that the answer contains", async () => {
    const { bench, sink, invite } = await offerBy("required");
    expect(invite).toContain("RTP/SAVP 0 8 9 107 101 102");

    const body = secureSdp([`2 ${short} inline:${key("D")}`]);
    await bench.receive(phoneAnswer(invite, "200 OK", { body }));

    expect(sink.events).toEqual(["answered"]);
    const { srtp } = bench.media.connected[0]?.remote ?? {};
    expect(srtp?.theirs).toEqual({ suite: short, inline: key("D") });
    expect(cryptoIn(invite)[1]).toBe(`2 ${short} inline:${srtp?.ours.inline}`);
  });

  test.each([
    ["no keys", phoneSdp()],
    ["keys with an unknown tag", secureSdp([`3 ${strong} inline:${key("D")}`])],
    ["a suite that we did not offer with its tag", secureSdp([`1 ${short} inline:${key("D")}`])],
  ])("ends the call when encryption is required and the answer has %s", async (_what, body) => {
    const { bench, sink, invite } = await offerBy("required");

    await bench.receive(phoneAnswer(invite, "200 OK", { body }));

    expect(sink.events).toEqual(["ended failed"]);
    expect(bench.firstLines().at(-1)).toMatch(/^BYE /);
  });
});

describe("[XI47] keys in SIP, which are readable on the way unless SIP uses TLS", () => {
  const withoutUnencryptedKeys = { allowsUnencryptedKeys: false };
  const keyed = [`1 ${strong} inline:${key("A")}`];

  test.each([
    ["required", "RTP/SAVP", "udp", 488],
    ["required", "RTP/AVP", "tcp", 488],
    ["required", "RTP/SAVP", "tls", 200],
    ["optional", "RTP/SAVP", "udp", 488],
    ["optional", "RTP/SAVP", "tcp", 488],
    ["optional", "RTP/SAVP", "tls", 200],
  ] as const)(
    "on a trunk with encryption %s, in an offer of %s that SIP carries over %s, get the answer %i",
    async (srtp, protocol, transport, status) => {
      const bench = benchOf(srtp, withoutUnencryptedKeys);
      bench.intake.onReceive = (leg) => void leg.answer("CA1");

      const body = secureSdp(keyed, { protocol });
      await bench.receive(phoneInvite({ body }), { ...phoneAt, transport });

      const last = bench.sent().at(-1)?.text ?? "";
      expect(last).toMatch(new RegExp(`^SIP/2.0 ${status}`));
      expect(cryptoIn(last)).toHaveLength(status === 200 ? 1 : 0);
    },
  );

  test.each(["a trunk", "an anonymous caller"])(
    "are ignored when %s offers them beside RTP/AVP in SIP over UDP",
    async (who) => {
      const bench =
        who === "a trunk" ? benchOf("optional", withoutUnencryptedKeys) : new TestBench();
      bench.intake.onReceive = (leg) => void leg.answer("CA1");

      await bench.receive(phoneInvite({ body: secureSdp(keyed, { protocol: "RTP/AVP" }) }));

      const last = bench.sent().at(-1)?.text ?? "";
      expect(last).toMatch(/^SIP\/2\.0 200/);
      expect(cryptoIn(last)).toEqual([]);
      expect(bench.media.connected[0]?.remote.srtp).toBeUndefined();
    },
  );

  test("are refused with 488 when an anonymous caller requires them over UDP", async () => {
    const bench = new TestBench();

    await bench.receive(phoneInvite({ body: secureSdp(keyed) }));

    expect(bench.firstLines()).toEqual(["SIP/2.0 488 Not Acceptable Here"]);
  });

  async function dialOver(trunks: Trunk[]) {
    const bench = new TestBench({ plan: { ...openPlan, trunks } });
    const { sink } = await bench.dial();
    return { bench, sink };
  }

  test("are not offered over UDP, and the call is unencrypted when encryption is optional", async () => {
    const plain = plainTrunk("carrier", [{ host: phoneAt.address, port: phoneAt.port }]);

    const { bench } = await dialOver([{ ...plain, srtp: "optional" }]);

    const [invite] = bench.sent();
    expect(invite?.text).toContain("RTP/AVP 0 8 9 107 101 102");
    expect(cryptoIn(invite?.text ?? "")).toEqual([]);
  });

  test("are not offered over UDP, and the call uses the next trunk or fails when encryption is required", async () => {
    const required = {
      ...plainTrunk("first", [{ host: "203.0.113.1", port: 5060 }]),
      srtp: "required" as const,
    };
    const second = { ...plainTrunk("second", [{ host: "203.0.113.2", port: 5060 }]), priority: 2 };

    const rerouted = await dialOver([required, second]);
    const refused = await dialOver([required]);

    expect(rerouted.bench.sent().map(({ target }) => target.address)).toEqual(["203.0.113.2"]);
    expect(refused.bench.sent()).toEqual([]);
    expect(refused.sink.end).toMatchObject({ cause: "failed" });
    expect(refused.bench.core.isIdle).toBe(true);
  });

  test("are offered over TLS", async () => {
    const plain = plainTrunk("carrier", [{ host: phoneAt.address, port: 5061 }]);
    const trunk = { ...plain, srtp: "required" as const, transport: "tls" as const };

    const { bench } = await dialOver([trunk]);

    const [invite] = bench.sent();
    expect(invite?.target.transport).toBe("tls");
    expect(cryptoIn(invite?.text ?? "")).toHaveLength(2);
  });
});
