import { createPrivateKey, X509Certificate } from "node:crypto";

import { expect, test } from "vitest";

import { makeLegCertificate } from "./leg-certificate.ts";

test("[XM74] a leg has its own valid certificate, with the fingerprint of the SDP", () => {
  const nowMs = Date.UTC(2026, 10, 21);
  const made = makeLegCertificate(nowMs);
  const read = new X509Certificate(made.certificatePem);

  expect(read.subject).toBe("CN=linedesk");
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
  expect(made.fingerprint).toBe(`sha-256 ${read.fingerprint256}`);
  expect(Date.parse(read.validFrom)).toBe(nowMs - 86_400_000);
  expect(Date.parse(read.validTo)).toBe(nowMs + 30 * 86_400_000);
  expect(makeLegCertificate(nowMs).fingerprint).not.toBe(made.fingerprint);
});
