/**
 * Kills any part of a whole station at random for a given time (`--seconds 3600`): server,
 * exchange, database, realtime service, audio server, and the supervisor, which takes its parts
 * with it. A hundred callers and five desks, whose people press buttons all the time, must not
 * notice more than a short silence. Afterwards the history of all commands and events is checked.
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { CrashStation } from "./crashes/crash-station.ts";
import { HubProcess } from "./crashes/hub-process.ts";
import { listPhones, measureSilence } from "./crashes/measure-kill.ts";
import { openSeatCalls, type SeatCalls } from "./crashes/seat-calls.ts";
import { StudioCall } from "./crashes/studio-call.ts";
import { DeskWork } from "./history/desk-work.ts";
import { findFaults, type HistoryFaults } from "./history/find-faults.ts";
import type { Command } from "./history/history.ts";
import { type HistorySources, readHistory } from "./history/read-history.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { formatPercentiles } from "./support/percentiles.ts";
import { type Bench, infoRow, requiredRow, type Row } from "./support/row.ts";

const CALLERS = 97;
const DEFAULT_S = 600;
const PARTS = ["server", "exchange", "database", "realtime", "audio server", "supervisor"] as const;
type Part = (typeof PARTS)[number];
const SOUND_WITHIN_MS = 5_000;
/**
 * The pause between two kills is random, and mostly shorter than the run time that resets a
 * back-off.
 */
const LEAST_PAUSE_MS = 8_000;
const RANDOM_PAUSE_MS = 30_000;
const SETTLE_MS = 45_000;

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const hub = await HubProcess.start();
  const crash = await CrashStation.open(hub.env);
  const studio = await StudioCall.open(crash);
  try {
    const seats = await openSeatCalls(crash);
    while (crash.callers.all.length < CALLERS) {
      await crash.callers.ring();
    }
    const work = new DeskWork(crash.desks.values());
    work.start();
    const outcome = await killAtRandom(
      { crash, hub, studio },
      { seats, forS: seconds ?? DEFAULT_S },
    );
    const commands = await work.end();
    await wait(SETTLE_MS);
    const faults = findFaults(await readHistory(await sourcesOf(crash, commands)));
    const rows = rowsOf(crash, { seats, outcome, faults });
    seats.close();
    const presses = [commands.length, work.count("refused"), work.count("unknown")];
    return [...rows, infoRow("presses, refused, without an answer", presses.join(", "))];
  } finally {
    await studio.close();
    await crash.close();
    hub.close();
  }
};

/** Everything of which a part can be killed. */
interface Site {
  crash: CrashStation;
  hub: HubProcess;
  studio: StudioCall;
}

async function sourcesOf(crash: CrashStation, commands: Command[]): Promise<HistorySources> {
  const { station, callers, desks } = crash;
  const { databaseUrl, exchangeUrl } = station;
  return {
    databaseUrl,
    exchangeUrl,
    secrets: await station.secrets(),
    callers: callers.all,
    desks: desks.values(),
    commands,
  };
}

interface Kill {
  part: Part;
  silences: number[];
}

interface Outcome {
  kills: Kill[];
  loads: number[];
}

async function killAtRandom(
  site: Site,
  { seats, forS }: { seats: SeatCalls; forS: number },
): Promise<Outcome> {
  const outcome: Outcome = { kills: [], loads: [] };
  const endMs = performance.now() + forS * 1_000;
  while (performance.now() < endMs) {
    const part = PARTS[Math.floor(Math.random() * PARTS.length)] ?? "server";
    const pauseMs = LEAST_PAUSE_MS + Math.random() * RANDOM_PAUSE_MS;
    const silences = await measureSilence(site.crash, seats, async () => {
      await Promise.all([killPart(site, part), wait(pauseMs)]);
    });
    outcome.kills.push({ part, silences });
    outcome.loads.push(loadavg()[0] ?? 0);
    console.error(`${part}: ${formatPercentiles(silences)}, most ${Math.max(...silences)} ms`);
  }
  return outcome;
}

async function killPart({ crash, hub, studio }: Site, part: Part): Promise<void> {
  if (part === "realtime") {
    return hub.kill();
  }
  if (part === "audio server") {
    return studio.kill();
  }
  if (part === "supervisor") {
    const report = await readFile(join(crash.station.dataDir, "running.json"), "utf8");
    const { supervisor } = JSON.parse(report) as { supervisor: number };
    return crash.killSupervisor(supervisor);
  }
  await crash.station.kill(part);
}

function rowsOf(
  crash: CrashStation,
  { seats, outcome, faults }: { seats: SeatCalls; outcome: Outcome; faults: HistoryFaults },
): Row[] {
  const phones = listPhones(crash, seats);
  const programs = seats.programs.filter(({ isCalling }) => isCalling()).length;
  const continued = phones.filter(({ status }) => status === "talking").length + programs;
  const all = phones.length + seats.programs.length;
  const { kills, loads } = outcome;
  const name = `${String(kills.length)} random kills`;
  const late = kills.flatMap(({ silences }) => silences.filter((ms) => ms > SOUND_WITHIN_MS));
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  return [
    requiredRow(`${name}: calls that continue`, `${continued} of ${all}`, {
      beside: "all",
      holds: continued === all,
    }),
    requiredRow(`${name}: silences over ${SOUND_WITHIN_MS / 1_000} s`, String(late.length), {
      beside: "0",
      holds: late.length === 0,
    }),
    ...PARTS.map((part) => silenceRow(kills, part)),
    ...Object.entries(faults).map(([what, found]: [string, string[]]) => {
      found.slice(0, 20).forEach((fault) => console.error(`${what}: ${fault}`));
      return requiredRow(`${name}: faults of ${what}`, String(found.length), {
        beside: "0",
        holds: found.length === 0,
      });
    }),
    infoRow(`${name}: load`, load),
  ];
}

function silenceRow(kills: readonly Kill[], part: Part): Row {
  const own = kills.filter((kill) => kill.part === part);
  const silences = own.flatMap((kill) => kill.silences);
  const value = own.length === 0 ? "none" : formatPercentiles(silences);
  return infoRow(`${String(own.length)} kills of the ${part}: silence`, value);
}
