/**
 * Kills the exchange of a whole station again and again, at random moments. A hundred callers use
 * PCMU, PCMA, G.722 and Opus; SIPp and baresip are among them. They are in the queue, on hold, in
 * talks, in a conference on air, in a conference with two operators, and on a dialled call. One
 * desk is in a browser, and four desks use the protocols. The bench measures the calls that
 * continue, the silence of each telephone, and the time until both sides of each talk hear each
 * other. Afterwards each desk must show each call as before. FreeSWITCH's `sofia recover` takes 1
 * to 4 s, as published.
 */
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { CrashStation } from "./crashes/crash-station.ts";
import { listPhones, measureKill, type MeasuredKill } from "./crashes/measure-kill.ts";
import { openSeatCalls, type SeatCalls } from "./crashes/seat-calls.ts";
import { comparePictures, describeDesk } from "./history/desk-picture.ts";
import { buildBundles } from "./support/bench-desk.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, requiredRow, type Row } from "./support/row.ts";

const CALLERS = 97;
const KILLS = 20;
const MAX_SILENCE_MS = 2_000;
const MAX_BRIDGE_MS = 3_000;
/** When a part has run for this time, its supervisor restarts it without a pause. */
const STEADY_MS = 31_000;
const RANDOM_MS = 4_000;
/** Every fourth exchange is killed again while it continues the calls. */
const TWICE_EVERY = 4;

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const kills = seconds === null ? KILLS : Math.max(2, Math.round((seconds * 1_000) / STEADY_MS));
  const crash = await CrashStation.open();
  try {
    const seats = await openSeatCalls(crash);
    while (crash.callers.all.length < CALLERS) {
      await crash.callers.ring();
    }
    await wait(STEADY_MS);
    const all = await killAgainAndAgain(crash, seats, kills);
    const rows = rowsOf(crash, seats, all);
    seats.close();
    return rows;
  } finally {
    await crash.close();
  }
};

interface Outcome {
  kills: MeasuredKill[];
  loads: number[];
  changes: string[];
}

async function killAgainAndAgain(
  crash: CrashStation,
  seats: SeatCalls,
  kills: number,
): Promise<Outcome> {
  const desk = crash.desk("Dan");
  const outcome: Outcome = { kills: [], loads: [], changes: [] };
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = describeDesk(desk.calls.values());
    const isTwice = kill % TWICE_EVERY === 0;
    const measured = await measureKill(crash, seats, () => killExchange(crash, isTwice));
    outcome.kills.push(measured);
    outcome.loads.push(loadavg()[0] ?? 0);
    await wait(STEADY_MS + Math.random() * RANDOM_MS);
    outcome.changes.push(...comparePictures(before, describeDesk(desk.calls.values())));
    console.error(
      `kill ${String(kill)}: ${formatPercentiles(measured.silences)}; ` +
        measured.bridges.map(({ name, ms }) => `${name} ${String(Math.round(ms))}`).join(", "),
    );
  }
  return outcome;
}

async function killExchange({ station }: CrashStation, isTwice: boolean): Promise<void> {
  const first = await station.kill("exchange");
  if (!isTwice) {
    return;
  }
  for (;;) {
    const pid = await station.pid("exchange");
    if (pid !== null && pid !== first) {
      await wait(Math.random() * 1_500);
      process.kill(pid, "SIGKILL");
      return;
    }
    await wait(20);
  }
}

function rowsOf(crash: CrashStation, seats: SeatCalls, { kills, loads, changes }: Outcome): Row[] {
  changes.forEach((change) => console.error(change));
  const phones = listPhones(crash, seats);
  const programs = seats.programs.filter(({ isCalling }) => isCalling()).length;
  const continued = phones.filter(({ status }) => status === "talking").length + programs;
  const all = phones.length + seats.programs.length;
  const silences = kills.flatMap((kill) => kill.silences);
  const bridges = kills.flatMap((kill) => kill.bridges.map(({ ms }) => ms));
  const received = bridges.filter((ms) => ms < 30_000).length;
  const name = `${String(kills.length)} kills of the exchange`;
  const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  return [
    requiredRow(`${name}: calls that continue`, `${continued} of ${all}`, {
      beside: "all",
      holds: continued === all,
    }),
    requiredRow(`${name}: talks heard again, both ways`, `${received} of ${bridges.length}`, {
      beside: "all",
      holds: received === bridges.length,
    }),
    requiredRow(`${name}: calls that a desk shows differently afterwards`, String(changes.length), {
      beside: "0",
      holds: changes.length === 0,
    }),
    limitRow(`${name}: silence, ${load}`, formatPercentiles(silences), {
      beside: `p95 <= ${MAX_SILENCE_MS} ms`,
      holds: percentile(silences, 0.95) <= MAX_SILENCE_MS,
    }),
    limitRow(`${name}: talking again`, formatPercentiles(bridges), {
      beside: `p95 <= ${MAX_BRIDGE_MS} ms; FreeSWITCH 1 to 4 s, as published`,
      holds: percentile(bridges, 0.95) <= MAX_BRIDGE_MS,
    }),
    infoRow(`${name}: codecs`, countCodecs(crash)),
  ];
}

function countCodecs({ callers }: CrashStation): string {
  const counts = new Map<string, number>();
  callers.all.forEach(({ codec }) => counts.set(codec, (counts.get(codec) ?? 0) + 1));
  return [...counts].map(([codec, count]) => `${String(count)} ${codec}`).join(", ");
}
