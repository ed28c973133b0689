import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { answerChallenge } from "./digest.ts";

const credentials = { username: "bob", password: "zanzibar" };
const request = { method: "INVITE", uri: "sip:bob@biloxi.com" };
const nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";

function field(header: string | null, name: string): string {
  return new RegExp(`\\b${name}="?([^",]*)"?`).exec(header ?? "")?.[1] ?? "";
}

describe("digest credentials", () => {
  test("answer as in RFC 2069 without qop", () => {
    const challenge = `Digest realm="biloxi.com", nonce="${nonce}", opaque="o,p"`;

    const header = answerChallenge([challenge], credentials, request);

    // The MD5 of the three parts was computed outside this code.
    expect(field(header, "response")).toBe("bf57e4e0d0bffc0fbaedce64d59add5e");
    expect(header).toContain('opaque="o,p"');
    expect(header).not.toContain("qop");
  });

  test("prefer SHA-256 and use a new cnonce with qop", () => {
    const md5 = `Digest realm="r",nonce="${nonce}",qop="auth,auth-int",algorithm=MD5`;
    const sha = `Digest realm="r",nonce="${nonce}",qop="auth",algorithm=SHA-256`;

    const header = answerChallenge([md5, sha], credentials, request);

    function hash(text: string) {
      return createHash("sha256").update(text).digest("hex");
    }
    const middle = `${nonce}:00000001:${field(header, "cnonce")}:auth`;
    const wanted = hash(`${hash("bob:r:zanzibar")}:${middle}:${hash("INVITE:sip:bob@biloxi.com")}`);
    expect(field(header, "response")).toBe(wanted);
    expect(answerChallenge([sha], credentials, request)).not.toBe(header);
  });

  test.each([
    ["MD5-sess", "auth", "md5"],
    ["MD5-sess", "auth-int", "md5"],
    ["MD5", "auth-int", "md5"],
    ["SHA-256", "auth-int", "sha256"],
    ["SHA-256-sess", "auth", "sha256"],
    ["SHA-512-256", "auth", "sha512-256"],
    ["SHA-512-256-sess", "auth-int", "sha512-256"],
  ])("[XI65] answer %s with qop %s", (algorithm, qop, hash) => {
    const challenge = `Digest realm="r",nonce="${nonce}",qop="${qop}",algorithm=${algorithm}`;
    const body = "v=0\r\n";

    const header = answerChallenge([challenge], credentials, { ...request, body });

    function digest(text: string) {
      return createHash(hash).update(text).digest("hex");
    }
    const cnonce = field(header, "cnonce");
    const plain = digest("bob:r:zanzibar");
    const isSession = algorithm.endsWith("-sess");
    const secret = isSession ? digest(`${plain}:${nonce}:${cnonce}`) : plain;
    const protectedBody = qop === "auth-int" ? `:${digest(body)}` : "";
    const target = digest(`INVITE:sip:bob@biloxi.com${protectedBody}`);
    expect(field(header, "response")).toBe(
      digest(`${secret}:${nonce}:00000001:${cnonce}:${qop}:${target}`),
    );
    expect(header).toContain(`algorithm=${algorithm}`);
    expect(header).toContain(`qop=${qop},nc=00000001`);
  });

  test("[XI65] answer a session algorithm without qop, and send the cnonce", () => {
    const challenge = `Digest realm="r",nonce="${nonce}",algorithm=MD5-sess`;

    const header = answerChallenge([challenge], credentials, request);

    function digest(text: string) {
      return createHash("md5").update(text).digest("hex");
    }
    const secret = digest(`${digest("bob:r:zanzibar")}:${nonce}:${field(header, "cnonce")}`);
    const target = digest("INVITE:sip:bob@biloxi.com");
    expect(field(header, "response")).toBe(digest(`${secret}:${nonce}:${target}`));
    expect(header).not.toContain("qop");
  });

  test("[XI65] have the qop auth when auth and auth-int are offered", () => {
    const challenge = `Digest realm="r",nonce="${nonce}",qop="auth-int, auth"`;

    expect(field(answerChallenge([challenge], credentials, request), "qop")).toBe("auth");
  });

  test.each([
    ['Basic realm="x"'],
    ['Digest realm="x"'],
    [`Digest realm="x",nonce="${nonce}",algorithm=SHA-1`],
    [`Digest realm="x",nonce="${nonce}",algorithm=AKAv1-MD5`],
    [`Digest realm="x",nonce="${nonce}",qop="token"`],
    ["Digest"],
    [""],
  ])("cannot answer the challenge %j", (challenge) => {
    expect(answerChallenge([challenge], credentials, request)).toBeNull();
  });
});
