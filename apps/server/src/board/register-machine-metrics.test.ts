import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { openDatabase } from "../platform/db/database.ts";
import { selfSignedCertificate } from "../platform/http/tls/load-tls.ts";
import { type MachineMetricsDeps, registerMachineMetrics } from "./register-machine-metrics.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-machine-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function anIssuer(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readMetrics(config: Partial<MachineMetricsDeps["config"]>): Promise<string> {
  // Nothing listens at this port, so the database's clock is unknown.
  const db = openDatabase({
    url: "postgresql://nobody@127.0.0.1:1/none",
    poolSize: 1,
    onError: () => undefined,
  });
  onTestFinished(() => db.destroy());
  const registry = new Registry();
  const given = {
    http: { tls: null, publicUrl: "http://127.0.0.1:3000" },
    telephony: { sipCertificate: null },
    auth: { issuer: null },
    dataDir: tmpdir(),
    backupStamp: { path: "/nowhere/default", isGiven: false },
    ...config,
  } as MachineMetricsDeps["config"];
  registerMachineMetrics(registry, { config: given, clock: systemClock, db });
  return registry.metrics();
}

function valueOf(text: string, name: string): number | null {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined
    ? null
    : Number(line.slice(name.length + 1).replace("+Inf", "Infinity"));
}

test("[MN40] the metrics contain the days of the certificates, the backup's age, issuer, clock and disk", async () => {
  const folder = await aFolder();
  await selfSignedCertificate(folder, "desk.test");
  const stamp = join(folder, "stamp");
  await writeFile(stamp, "");
  await utimes(stamp, new Date(), new Date(Date.now() - 3_600_000));
  const issuer = await anIssuer(200);

  const text = await readMetrics({
    http: { tls: "self-signed" } as MachineMetricsDeps["config"]["http"],
    telephony: {
      sipCertificate: join(folder, "tls", "cert.pem"),
    } as MachineMetricsDeps["config"]["telephony"],
    auth: { issuer } as MachineMetricsDeps["config"]["auth"],
    dataDir: folder,
    backupStamp: { path: stamp, isGiven: true },
  });

  expect(valueOf(text, 'linedesk_certificate_days{certificate="https"}')).toBeCloseTo(825, 0);
  expect(valueOf(text, 'linedesk_certificate_days{certificate="sip"}')).toBeCloseTo(825, 0);
  expect(valueOf(text, "linedesk_backup_age_seconds")).toBeCloseTo(3_600, -2);
  expect(valueOf(text, 'linedesk_clock_offset_seconds{of="issuer"}')).toBeLessThan(3);
  expect(valueOf(text, "linedesk_disk_free_ratio")).toBeGreaterThan(0);
});

test("[MN40] an unknown value has no sample, and the age of the backup is infinite when the file that BACKUP_STAMP names is missing", async () => {
  const unknown = await readMetrics({});
  const lost = await readMetrics({
    backupStamp: { path: "/nowhere/stamp", isGiven: true },
  });

  for (const name of ["certificate_days", "backup_age_seconds"]) {
    expect(unknown).not.toMatch(new RegExp(`^linedesk_${name}`, "m"));
  }
  expect(unknown).not.toMatch(/^linedesk_clock_offset_seconds/m);
  expect(valueOf(lost, "linedesk_backup_age_seconds")).toBe(Number.POSITIVE_INFINITY);
});
