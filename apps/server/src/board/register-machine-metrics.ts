import { stat, statfs } from "node:fs/promises";

import { Gauge, type Registry } from "prom-client";

import type { Clock } from "@linedesk/base";
import type { Config } from "../config/config.ts";
import type { Db } from "../platform/db/database.ts";
import { readInTime } from "../platform/health/metrics.ts";
import { findDatabaseClock, orNull, readOutsideClock, Recent } from "./board-readings.ts";
import { findDatabaseStart } from "./database-start-store.ts";
import { readSipCertificate, readWebCertificate } from "./read-web-certificate.ts";

export interface MachineMetricsDeps {
  config: Pick<Config, "http" | "dataDir" | "telephony" | "auth" | "backupStamp">;
  clock: Pick<Clock, "now" | "elapsedMs">;
  db: Db;
}

type Sample = [labels: Record<string, string>, value: number];
type Samples = Record<keyof typeof helps, Sample[]>;

const helps = {
  certificate_days: "Days until the certificate expires",
  backup_age_seconds:
    "Age of the last backup; +Inf when the file that BACKUP_STAMP names is missing",
  clock_offset_seconds: "Seconds by which another clock differs from this machine's",
  database_start_time_seconds: "Start time of the database since unix epoch in seconds",
  disk_free_ratio: "Free share of the disk of LINEDESK_DATA, from 0 to 1",
} as const;
const labelNames = { certificate_days: ["certificate"], clock_offset_seconds: ["of"] };

const DAY_MS = 86_400_000;
/** The metrics query other machines at most this often, for any number of scrapes. */
const ASK_EVERY_MS = 60_000;

/**
 * Adds the metrics for alerts that fire long before calls fail: certificates, backup, clock and
 * disk.
 */
export function registerMachineMetrics(registry: Registry, deps: MachineMetricsDeps): void {
  const readings = new Recent(ASK_EVERY_MS, {
    now: () => deps.clock.elapsedMs(),
    read: () => readSamples(deps),
  });
  for (const name of Object.keys(helps) as (keyof typeof helps)[]) {
    const gauge = new Gauge({
      name: `linedesk_${name}`,
      help: helps[name],
      labelNames: name in labelNames ? labelNames[name as keyof typeof labelNames] : [],
      registers: [registry],
      async collect() {
        gauge.reset();
        const samples = (await readings.get())[name];
        if (samples.length === 0 && !(name in labelNames)) {
          // A gauge without labels would report 0 for an unknown value.
          gauge.remove();
        }
        samples.forEach(([labels, value]) => gauge.set(labels, value));
      },
    });
  }
}

async function readSamples(deps: MachineMetricsDeps): Promise<Samples> {
  const [certificates, backup, clocks, start, disk] = await Promise.all([
    readInTime(() => readCertificates(deps)),
    readInTime(() => readBackupAge(deps)),
    readInTime(() => readClocks(deps)),
    readInTime(() => readDatabaseStart(deps)),
    readInTime(() => readDisk(deps)),
  ]);
  return {
    certificate_days: certificates ?? [],
    backup_age_seconds: backup ?? [],
    clock_offset_seconds: clocks ?? [],
    database_start_time_seconds: start ?? [],
    disk_free_ratio: disk ?? [],
  };
}

async function readCertificates({ config, clock }: MachineMetricsDeps): Promise<Sample[]> {
  const [web, sip] = await Promise.all([
    orNull(() => readWebCertificate(config)),
    orNull(() => readSipCertificate(config)),
  ]);
  const seen = [
    { certificate: "https", found: web },
    { certificate: "sip", found: sip },
  ];
  return seen.flatMap(({ certificate, found }): Sample[] =>
    found === null || found.kind === "elsewhere"
      ? []
      : [[{ certificate }, (found.validTo.getTime() - clock.now()) / DAY_MS]],
  );
}

async function readBackupAge({ config, clock }: MachineMetricsDeps): Promise<Sample[]> {
  const { backupStamp } = config;
  const stamp = await orNull(() => stat(backupStamp.path));
  if (stamp === null && !backupStamp.isGiven) {
    return [];
  }
  const ageMs = stamp === null ? Number.POSITIVE_INFINITY : clock.now() - stamp.mtimeMs;
  return [[{}, Math.max(0, ageMs) / 1000]];
}

async function readClocks({ config, clock, db }: MachineMetricsDeps): Promise<Sample[]> {
  const { issuer } = config.auth;
  const [database, outside] = await Promise.all([
    findDatabaseClock(db),
    issuer === null ? null : orNull(() => readOutsideClock(issuer)),
  ]);
  const seen = { database, issuer: outside };
  return Object.entries(seen).flatMap(([of, time]): Sample[] =>
    time === null ? [] : [[{ of }, Math.abs(time.getTime() - clock.now()) / 1000]],
  );
}

async function readDatabaseStart({ db }: MachineMetricsDeps): Promise<Sample[]> {
  const start = await findDatabaseStart(db);
  return start === null ? [] : [[{}, start.getTime() / 1000]];
}

async function readDisk({ config }: MachineMetricsDeps): Promise<Sample[]> {
  const { bavail, blocks } = await statfs(config.dataDir);
  return [[{}, bavail / blocks]];
}
