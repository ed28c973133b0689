import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { selfSignedCertificate } from "../../../platform/http/tls/load-tls.ts";
import { presentFiles } from "../probes/fetch-certificate.ts";
import { judgeCertificate } from "./certificates.ts";

const now = new Date("2026-03-01T12:00:00Z");
const good = {
  problem: null,
  validTo: new Date("2026-05-03T12:00:00Z"),
  isSelfSigned: false,
  hasAnyName: false,
  what: "TLS_CERT",
  now,
};

test.each([
  ["valid", {}, "right", "TLS_CERT: the certificate is trusted, and valid for 63 days."],
  [
    "expires soon",
    { validTo: new Date("2026-03-09T13:00:00Z") },
    "warning",
    "TLS_CERT: the certificate expires in 8 days.",
  ],
  [
    "expired",
    { validTo: new Date("2026-02-28T12:00:00Z"), problem: "CERT_HAS_EXPIRED" },
    "wrong",
    "TLS_CERT: the certificate expired on 2026-02-28.",
  ],
  [
    "without the intermediate certificate",
    { problem: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" },
    "wrong",
    "TLS_CERT: it sends only its own certificate, and this machine does not know the authority that signed it.",
  ],
  [
    "another name",
    { problem: "ERR_TLS_CERT_ALTNAME_INVALID" },
    "wrong",
    "TLS_CERT: its certificate is for another name.",
  ],
  [
    "any name of SIP",
    { problem: "ERR_TLS_CERT_ALTNAME_INVALID", hasAnyName: true },
    "right",
    "TLS_CERT: the certificate is trusted, and valid for 63 days.",
  ],
  [
    "self-signed by the server",
    { isSelfSigned: true, problem: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    "warning",
    "The server made its own certificate, which is valid for 63 days. Each browser warns once.",
  ],
] as const)("[SR61] the doctor judges a certificate: %s", (_name, given, state, text) => {
  expect(judgeCertificate({ ...good, ...given })).toMatchObject({ state, text });
});

test("[SR61] the doctor reads the files of a certificate over TLS, and refuses a key that cannot be read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-chain-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await selfSignedCertificate(folder, "desk.test");
  const files = { cert: join(folder, "tls", "cert.pem"), key: join(folder, "tls", "key.pem") };

  const presented = await presentFiles(files, "desk.test");
  expect(presented.problem).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(presented.validTo.getTime()).toBeGreaterThan(Date.now());

  await writeFile(files.key, "no key");
  await expect(presentFiles(files, "desk.test")).rejects.toThrow("DECODER routines::unsupported");
});
