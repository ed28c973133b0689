import { stat } from "node:fs/promises";

import * as z from "zod";

import { findRootFolder, readProgramSum } from "@linedesk/base";
import { findBackupStamp } from "../../config/backup-stamp.ts";
import { readSettings } from "../../config/config.ts";
import { readExchangeMetrics } from "../../telephony/exchange-load.ts";
import { readGauge, readGauges, sumGauges } from "../context/read-gauges.ts";
import {
  describeOutdated,
  parseRelease,
  type RunningRelease,
  type RunningReleases,
} from "../context/running-releases.ts";
import { readRunningStation, type RunningStation } from "../context/running-station.ts";
import type { CommandContext, ExitCode, Subcommand } from "../context/subcommand.ts";

const ASK_TIMEOUT_MS = 3_000;

const health = z.object({ status: z.string(), parts: z.record(z.string(), z.string()) });

interface Status {
  /** The installed version. */
  version: string;
  /** The versions that run; `null` for a part that does not answer. */
  running: { server: string | null; exchange: string | null };
  /** One sentence for each part that has to be restarted. */
  outdated: string[];
  isReady: boolean;
  /** Is true while the exchange begins no new calls. */
  isDraining: boolean;
  processes: Record<string, number | null>;
  parts: Record<string, string>;
  /**
   * The calls of the exchange, with each leg counted; `null` while the exchange does not answer.
   */
  calls: number | null;
  waiting: number | null;
  seats: number | null;
  trunks: { name: string; isUp: boolean }[];
  lastBackup: string | null;
}

export const status: Subcommand = {
  name: "status",
  usage: "",
  summary: "Shows the parts of the station, its calls, trunks and desks, and the last backup.",
  details: [
    "The exit code is 0 when calls can be taken, otherwise 1, also while the exchange drains.",
  ],
  options: {},
  async run(context) {
    const found = await readStatus(context);
    context.printJson(found);
    describe(found).forEach(context.print);
    return exitCodeOf(found);
  },
};

function exitCodeOf({ isReady, isDraining }: Status): ExitCode {
  return isReady && !isDraining ? 0 : 1;
}

export async function readStatus({ env }: CommandContext): Promise<Status> {
  const station = await readRunningStation(env);
  const { server, exchange } = station;
  const internal = server?.internalUrl ?? null;
  const answer = internal === null ? null : await ask(`${internal}/api/health/parts`);
  const read = health.safeParse(answer === null ? null : await answer.json());
  const metrics =
    (await (internal === null ? null : ask(`${internal}/metrics`))?.then(readText)) ?? "";
  const exchangeUrl = exchangeUrlOf(station);
  const carried = (await readExchangeMetrics(exchangeUrl)) ?? "";
  const releases = {
    server: await readRelease(internal, "/api/health"),
    exchange: await readRelease(exchangeUrl, "/health"),
  };
  return {
    ...describeReleases(releases),
    isReady: read.data?.status === "ready",
    isDraining: readGauge(carried, "linedesk_exchange_draining") === 1,
    processes: { ...server?.parts, ...exchange?.parts },
    parts: read.data?.parts ?? {},
    calls: carried === "" ? null : sumGauges(carried, "linedesk_exchange_calls"),
    waiting: readGauge(metrics, "linedesk_calls_waiting"),
    seats: readGauge(metrics, "linedesk_hub_connections"),
    trunks: readGauges(carried, "linedesk_exchange_trunk_up").map(({ labels, value }) => ({
      name: labels["trunk"] ?? "",
      isUp: value === 1,
    })),
    lastBackup: await readLastBackup(env),
  };
}

function exchangeUrlOf({ server, exchange }: RunningStation): string | null {
  const url = exchange?.exchangeUrl ?? server?.exchangeUrl ?? "";
  return url === "" ? null : url;
}

async function readRelease(url: string | null, path: string): Promise<RunningRelease> {
  const answer = await (url === null ? null : ask(`${url}${path}`));
  return answer?.ok === true ? parseRelease(await answer.json()) : null;
}

function describeReleases(releases: RunningReleases) {
  const { path: root, version } = findRootFolder();
  const installed = { version, programs: readProgramSum(root, "exchange") };
  const { server, exchange } = releases;
  return {
    version,
    running: { server: server?.version ?? null, exchange: exchange?.version ?? null },
    outdated: describeOutdated(releases, installed),
  };
}

async function ask(url: string): Promise<Response | null> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  } catch {
    // The part does not answer, and the status shows this.
    return null;
  }
}

async function readText(answer: Response | null): Promise<string> {
  return answer?.ok === true ? answer.text() : "";
}

async function readLastBackup(env: CommandContext["env"]): Promise<string | null> {
  const stamp = findBackupStamp(readSettings({ ...env }));
  const found = await stat(stamp).catch(() => null);
  return found === null ? null : found.mtime.toISOString();
}

function describe(found: Status): string[] {
  const { version, parts, calls, waiting, seats, trunks, lastBackup } = found;
  const down = Object.entries(parts).flatMap(([name, state]) => (state === "up" ? [] : [name]));
  return [
    `Linedesk ${version}: ${describeReadiness(found)}`,
    ...describeProcesses(found),
    ...(down.length === 0 ? [] : [row("down", down.join(", "))]),
    row("calls", calls === null ? "unknown: the exchange does not answer" : String(calls)),
    row("waiting", waiting === null ? "unknown: the server does not answer" : String(waiting)),
    row("desks", seats === null ? "unknown: the server does not answer" : String(seats)),
    ...trunks.map(({ name, isUp }) => row(`trunk ${name}`, isUp ? "answers" : "does not answer")),
    row("last backup", lastBackup ?? "none known"),
    ...found.outdated,
  ];
}

function describeProcesses({ processes, running }: Status): string[] {
  const versions: Record<string, string | null> = running;
  return Object.entries(processes).map(([name, pid]) => {
    const version = versions[name] ?? null;
    const shown = version === null ? "" : `, version ${version}`;
    return row(name, pid === null ? "restarts" : `process ${pid}${shown}`);
  });
}

function describeReadiness({ isReady, isDraining }: Status): string {
  if (!isReady) {
    return "not ready";
  }
  return isDraining ? "drains, so no new call begins" : "ready for calls";
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(14)}${value}`;
}
