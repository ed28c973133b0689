import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { selfSignedCertificate } from "../../src/platform/http/tls/load-tls.ts";
import { startTestServer } from "../support/station-server.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk tls "));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Sends a request over TLS that trusts only certificates of `ca`. Returns status and headers. */
function ask(url: string, ca: string) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    get(url, { ca }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    }).on("error", reject);
  });
}

test("[SR11] beyond loopback the server creates a certificate for its addresses", async () => {
  await using server = await startTestServer({ HOST: "0.0.0.0", ALLOW_DEMO_SSO: "true" });
  const ca = await readFile(join(server.running.context.config.dataDir, "tls", "cert.pem"), "utf8");

  const byAddress = await ask(`https://127.0.0.1:${server.running.port}/api/health/live`, ca);
  const byName = await ask(`https://localhost:${server.running.port}/api/health/live`, ca);

  expect(byAddress.status).toBe(200);
  expect(byName.status).toBe(200);
  // After HSTS, a browser allows no exception for an untrusted certificate, so the server sends
  // none.
  expect(byName.headers["strict-transport-security"]).toBeUndefined();
});

test("[SR11] the certificate is kept, and only its owner can read its key", async () => {
  const folder = await aFolder();

  const first = await selfSignedCertificate(folder, "0.0.0.0");
  const second = await selfSignedCertificate(folder, "0.0.0.0");
  const forOther = await selfSignedCertificate(folder, "studio.example.com");

  expect(second).toEqual(first);
  expect(forOther.cert).not.toBe(first.cert);
  expect(new X509Certificate(forOther.cert).checkHost("studio.example.com")).toBeDefined();
  expect((await stat(join(folder, "tls", "key.pem"))).mode & 0o777).toBe(0o600);
});

test("[SR11][AP18] the server uses TLS_CERT and TLS_KEY for TLS, and sends HSTS", async () => {
  const folder = await aFolder();
  const { cert, key } = await selfSignedCertificate(folder, "127.0.0.1");
  const paths = { cert: join(folder, "given.pem"), key: join(folder, "given.key") };
  await writeFile(paths.cert, cert);
  await writeFile(paths.key, key);

  await using server = await startTestServer({ TLS_CERT: paths.cert, TLS_KEY: paths.key });
  const answer = await ask(`${server.url}/api/health/live`, cert);

  expect(answer.status).toBe(200);
  expect(answer.headers["strict-transport-security"]).toContain("max-age=");
});

test("[SR8][SR11] the error names files that are not a certificate", async () => {
  const folder = await aFolder();
  const path = join(folder, "none.pem");
  await writeFile(path, "no certificate");

  await expect(startTestServer({ TLS_CERT: path, TLS_KEY: path })).rejects.toThrow(
    "TLS_CERT and TLS_KEY must be a certificate",
  );
  await expect(startTestServer({ TLS_CERT: "/none", TLS_KEY: path })).rejects.toThrow(
    'TLS_CERT is "/none": this file cannot be read.',
  );
});
