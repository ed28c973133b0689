import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { startStation } from "@linedesk/testkit";
import { selfSignedCertificate } from "../../src/platform/http/tls/load-tls.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-renewal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a new certificate and its key over those of the station. Returns its fingerprint. */
async function renew(files: { cert: string; key: string }): Promise<string> {
  const { cert, key } = await selfSignedCertificate(await aFolder(), "127.0.0.1");
  await writeFile(files.cert, cert);
  await writeFile(files.key, key);
  return new X509Certificate(cert).fingerprint256;
}

function readPresented(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
  });
}

test("[SR63][SR64] after SIGHUP the renewed certificates of https and of SIP over TLS are in use, and no part has ended", async () => {
  const folder = await aFolder();
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const first = await renew(files);
  const sipTlsPort = await findFreePort();
  await using station = await startStation({
    env: {
      TLS_CERT: files.cert,
      TLS_KEY: files.key,
      SIP_TRANSPORTS: "udp,tls",
      SIP_TLS_PORT: String(sipTlsPort),
      SIP_TLS_CERT: files.cert,
      SIP_TLS_KEY: files.key,
    },
  });
  const ports = [Number(new URL(station.url).port), sipTlsPort];
  const readAll = () => Promise.all(ports.map(readPresented));
  const parts = ["server", "exchange", "database"] as const;
  const readPids = () => Promise.all(parts.map((part) => station.pid(part)));
  const report = await readFile(join(station.dataDir, "running.json"), "utf8");
  const { supervisor } = JSON.parse(report) as { supervisor: number };
  const before = await readPids();
  expect(await readAll()).toEqual([first, first]);

  const second = await renew(files);
  process.kill(supervisor, "SIGHUP");
  await expect.poll(readAll).toEqual([second, second]);

  await writeFile(files.key, "half of a key");
  process.kill(supervisor, "SIGHUP");
  await expect.poll(() => station.log("server")).toContain("server certificate renewal refused");
  await expect.poll(() => station.log("exchange")).toContain("SIP certificate renewal refused");
  for (const pid of before) {
    process.kill(pid ?? 0, "SIGHUP");
  }
  expect(await readAll()).toEqual([second, second]);
  expect(await readPids()).toEqual(before);
  expect(station.output()).toContain("SIGHUP: exchange and server read their certificates again.");
  expect(station.output()).toContain("need a restart");
});
