import { createHmac } from "node:crypto";

import twilio from "twilio";
import { describe, expect, test } from "vitest";

import type { Clock } from "@linedesk/base";
import { createTokenVerifier } from "./token-verifier.ts";

const accountSid = `AC${"1".repeat(32)}`;
const keySid = `SK${"2".repeat(32)}`;
const keySecret = "the secret of the key in this test";
const nowMs = Date.UTC(2026, 10, 21);
const nowS = nowMs / 1000;
const clock: Clock = {
  now: () => nowMs,
  elapsedMs: () => nowMs,
  after: () => () => undefined,
};

const verifier = createTokenVerifier({
  accountSid,
  findSecret: (sid) => (sid === keySid ? keySecret : null),
  withdrawals: { has: (identity) => identity === "mallory" },
  clock,
});

const goodHeader = { alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" };
const goodClaims = {
  iss: keySid,
  sub: accountSid,
  iat: nowS - 10,
  exp: nowS + 600,
  grants: {
    identity: "alice",
    voice: {
      incoming: { allow: true },
      outgoing: { application_sid: "AP1", params: { station: "2ZZ", depth: 3 } },
    },
  },
};

function encode(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function sign(claims: object, header: object = goodHeader, secret = keySecret): string {
  const body = `${encode(header)}.${encode(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

async function codeOf(token: string | undefined) {
  const check = await verifier.verify(token);
  return check.ok ? "ok" : check.code;
}

describe("access tokens", () => {
  test.each(["HS256", "HS384", "HS512"] as const)(
    "[XS30][XS19] are accepted when the official helper library signs them by %s",
    async (by) => {
      const { AccessToken } = twilio.jwt;
      const token = new AccessToken(accountSid, keySid, keySecret, { identity: "alice", ttl: 600 });
      token.addGrant(
        new AccessToken.VoiceGrant({ outgoingApplicationSid: "AP1", incomingAllow: true }),
      );
      const today = createTokenVerifier({
        accountSid,
        findSecret: () => keySecret,
        withdrawals: { has: () => false },
        clock: { ...clock, now: () => Date.now() },
      });

      const check = await today.verify(token.toJwt(by));

      expect(check).toMatchObject({
        ok: true,
        access: { identity: "alice", mayReceive: true, outgoing: { applicationSid: "AP1" } },
      });
    },
  );

  test("[XS18] contain their own parameters", async () => {
    const check = await verifier.verify(sign(goodClaims));

    expect(check).toEqual({
      ok: true,
      access: {
        identity: "alice",
        isAnonymous: false,
        keySid,
        mayReceive: true,
        outgoing: {
          applicationSid: "AP1",
          params: [
            ["station", "2ZZ"],
            ["depth", "3"],
          ],
        },
        issuedAtS: goodClaims.iat ?? null,
        expiresAt: nowMs + 600_000,
      },
    });
  });

  test("[XS140] without an identity allow calls out, cannot be called, and stay separate", async () => {
    const { identity: _identity, ...grants } = goodClaims.grants;
    const one = sign({ ...goodClaims, grants });
    const other = sign({ ...goodClaims, iat: nowS - 11, grants });

    const checks = await Promise.all([one, one, other].map((token) => verifier.verify(token)));

    const found = checks.map((check) => (check.ok ? check.access : null));
    expect(found[0]).toMatchObject({
      isAnonymous: true,
      mayReceive: false,
      outgoing: { applicationSid: "AP1" },
    });
    expect(found[0]?.identity).toMatch(/^#/);
    expect(found[1]?.identity).toBe(found[0]?.identity);
    expect(found[2]?.identity).not.toBe(found[0]?.identity);
    expect(await codeOf(sign(named(found[0]?.identity ?? "")))).toBe(31204);
  });

  const withoutVoice = { ...goodClaims, grants: { identity: "alice" } };
  function named(identity: string) {
    return {
      ...goodClaims,
      grants: { ...goodClaims.grants, identity },
    };
  }

  test.each<[string, string | undefined, number | "ok"]>([
    ["[XS70] nothing", undefined, 31102],
    ["[XS70] an empty text", "", 31102],
    ["[XS70] no JWT", "hello", 31204],
    ["[XS70] three dots", "a.b.c", 31204],
    ["[XS19] alg none", `${encode({ ...goodHeader, alg: "none" })}.${encode(goodClaims)}.`, 31204],
    ["[XS19] another algorithm", sign(goodClaims, { ...goodHeader, alg: "RS256" }), 31204],
    ["[XS19] no content type", sign(goodClaims, { alg: "HS256", typ: "JWT" }), 31204],
    ["[XS70] another secret", sign(goodClaims, goodHeader, "a guess"), 31202],
    ["[XS70] an unknown key", sign({ ...goodClaims, iss: "SK0" }), 31203],
    ["[XS70] another account", sign({ ...goodClaims, sub: "AC0" }), 31203],
    ["[XS70] an expired one", sign({ ...goodClaims, exp: nowS - 1 }), 31205],
    ["[XS19] one not valid yet", sign({ ...goodClaims, nbf: nowS + 60 }), 31204],
    ["[XS70] a lifetime of 24 h", sign({ ...goodClaims, iat: nowS, exp: nowS + 86_400 }), "ok"],
    [
      "[XS70] a lifetime of 24 h and a second",
      sign({ ...goodClaims, iat: nowS, exp: nowS + 86_401 }),
      31207,
    ],
    [
      "[XS70] a start in the future",
      sign({ ...goodClaims, iat: nowS + 9e5, exp: nowS + 9.5e5 }),
      31207,
    ],
    ["[XS150] one that was withdrawn", sign(named("mallory")), 31205],
    ["[XS19] no expiry", sign({ ...goodClaims, exp: undefined }), 31204],
    ["[XS19] no voice grant", sign(withoutVoice), 31201],
    ["[XS19] an identity with a space", sign(named("al ice")), 31204],
    ["[XS19] an identity with parameters", sign(named("bob?a=b")), 31204],
    ["[XS19] an identity of a uuid", sign(named("018f2b3c-0000-7000-8000-0000000000aa")), "ok"],
    ["[XS19] an identity in CJK", sign(named("アリス")), "ok"],
  ])("%s gives %s", async (_what, token, code) => {
    expect(await codeOf(token)).toBe(code);
  });
});
