import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { answerChallenge } from "./digest.ts";

const credentials = { username: "bob", password: "zanzibar" };
const request = { method: "INVITE", uri: "sip:bob@biloxi.com" };
const nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";

function field(header: string | null, name: string): string {
  return new RegExp(`\\b${name}="?([^",]*)"?`).exec(header ?? "")?.[1] ?? "";
}

describe("digest credentials", () => {
  it("answers as RFC 2069 does without qop", () => {
    const challenge = `Digest realm="biloxi.com", nonce="${nonce}", opaque="o,p"`;

    const header = answerChallenge([challenge], credentials, request);

    // MD5 of the three parts, computed apart from this code.
    expect(field(header, "response")).toBe("bf57e4e0d0bffc0fbaedce64d59add5e");
    expect(header).toContain('opaque="o,p"');
    expect(header).not.toContain("qop");
  });

  it("prefers SHA-256 and proves a fresh cnonce under qop", () => {
    const md5 = `Digest realm="r",nonce="${nonce}",qop="auth,auth-int",algorithm=MD5`;
    const sha = `Digest realm="r",nonce="${nonce}",qop="auth",algorithm=SHA-256`;

    const header = answerChallenge([md5, sha], credentials, request);

    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const middle = `${nonce}:00000001:${field(header, "cnonce")}:auth`;
    const wanted = hash(`${hash("bob:r:zanzibar")}:${middle}:${hash("INVITE:sip:bob@biloxi.com")}`);
    expect(field(header, "response")).toBe(wanted);
    expect(answerChallenge([sha], credentials, request)).not.toBe(header);
  });

  it.each([
    ['Basic realm="x"'],
    ['Digest realm="x"'],
    [`Digest realm="x",nonce="${nonce}",algorithm=SHA-512-256`],
    [`Digest realm="x",nonce="${nonce}",qop="auth-int"`],
    ["Digest"],
    [""],
  ])("has no answer to %j", (challenge) => {
    expect(answerChallenge([challenge], credentials, request)).toBeNull();
  });
});
