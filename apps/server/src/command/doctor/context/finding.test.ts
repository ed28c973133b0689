import { expect, test } from "vitest";

import { maskText } from "./finding.ts";

test("[SR60] the texts of other machines are masked: secrets and telephone numbers", () => {
  const secrets = ["s3cret-of-the-carrier", "s3cret"];
  const masked = (text: string) => maskText(text, secrets);

  expect(masked("refused s3cret-of-the-carrier and s3cret")).toBe("refused [secret] and [secret]");
  expect(masked("calls to +61 2 5550 0101 fail")).toBe("calls to [number] fail");
  expect(masked("sip:+61255500101@carrier.test")).toBe("sip:[number]@carrier.test");
  expect(masked("<sip:61255500101@carrier.test>")).toBe("<sip:[number]@carrier.test>");
});

test.each([
  "PORT 3000 answers on 127.0.0.1.",
  "RTP_PORT_MIN 20000 to RTP_PORT_MAX 29999 has room for 2500 calls.",
  "46051 MB (17 %) are free under LINEDESK_DATA.",
  "The trunk carrier (203.0.113.7:5060, UDP) accepts REGISTER (200).",
  "the certificate expired on 2026-03-14.",
])("[SR60] ports, sizes, addresses and days are not masked: %s", (text) => {
  expect(maskText(text, [])).toBe(text);
});
