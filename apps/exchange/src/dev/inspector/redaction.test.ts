import { describe, expect, test } from "vitest";

import { HIDDEN, Redaction } from "./redaction.ts";

const token = "eyJhbGciOiJIUzI1NiJ9.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJlLXdpdGgtYml0cw";
const authToken = "0123456789abcdef0123456789abcdef";
const redaction = new Redaction([authToken]);
function clean(text: string): string {
  return redaction.text(text, 10_000);
}

describe("what the inspector leaves out", () => {
  test.each([
    ["a token", `{"payload":{"token":"${token}"}}`, token],
    ["a token that is cut", token.slice(0, 40), token.slice(0, 30)],
    ["the account's token", `see ${authToken} here`, authToken],
    ["a digest", 'Authorization: Digest username="a", response="beefbeef"', "beefbeef"],
    ["a digest of a proxy", 'x: y\nproxy-authorization : Digest response="beefbeef"', "beefbeef"],
    ["a challenge", 'WWW-Authenticate: Digest nonce="feedfeed"', "feedfeed"],
    ["a media key", "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2VjcmV0a2V5", "c2VjcmV0a2V5"],
    ["an ICE password in JSON", '"sdp":"v=0\\r\\na=ice-pwd:pwpwpwpw\\r\\na=x"', "pwpwpwpw"],
    ["a password in an address", "https://radio:s3cr3tpass@app.example/x", "s3cr3tpass"],
    ["a password in a SIP address", "sip:radio:s3cr3tpass@pbx.example", "s3cr3tpass"],
    ["a secret in a query", "/voice?apiKey=k1k2k3k4&x=1", "k1k2k3k4"],
    ["a password in a document", '<Sip username="u" password="s3cr3tpass">', "s3cr3tpass"],
  ])("hides %s", (_what, text, secret) => {
    expect(clean(text)).toContain(HIDDEN);
    expect(clean(text)).not.toContain(secret);
  });

  test("leaves what is no secret as it is", () => {
    const plain = [
      "INVITE sip:+61255500100@127.0.0.1:5060 SIP/2.0",
      "a=fingerprint:sha-256 AA:BB",
      "<Play>http://127.0.0.1:3003/sounds/chime.wav</Play>",
      "From: <sip:alice@127.0.0.1:5070>;tag=1",
    ].join("\n");

    expect(clean(plain)).toBe(plain);
  });

  test("hides by name, however deep, and keeps what else there is", () => {
    const frame = { type: "listen", payload: { token: "short", list: [{ authToken: "x" }], a: 1 } };

    expect(redaction.json(frame, 100)).toEqual({
      type: "listen",
      payload: { token: HIDDEN, list: [{ authToken: HIDDEN }], a: 1 },
    });
    expect(redaction.param(["CallToken", "abc"], 100)).toEqual(["CallToken", HIDDEN]);
    expect(redaction.param(["From", "+61491570006"], 100)).toEqual(["From", "+61491570006"]);
  });

  test("cuts a long text after hiding, so that no half of a secret is left", () => {
    const text = redaction.text(`${"x".repeat(50)}${token}`, 60);

    expect(text).toMatch(/^x{50}\(hidden\) ?/);
    expect(redaction.text("y".repeat(1000), 60)).toBe(`${"y".repeat(60)} ... (1000 characters)`);
  });

  test.each(["eyJ", "sip:a:", "token=", "a=crypto:1 ", "http://", "Authorization", '="'])(
    "comes to an end over %s, sixteen kilobytes of it",
    (part) => {
      const text = redaction.text(part.repeat(16_384 / part.length), 100);

      expect(text.length).toBeLessThan(200);
    },
  );
});
