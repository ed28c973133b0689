import { Gauge, type Registry } from "prom-client";

import type { Traffic } from "./store/traffic-store.ts";

const CACHE_MS = 1_000;

interface CallGauge {
  name: string;
  help: string;
  labelNames?: string[];
  write: (gauge: Gauge, traffic: Traffic) => void;
}

const GAUGES: CallGauge[] = [
  {
    name: "linedesk_calls",
    help: "Calls that have not ended, by call state and desk state",
    labelNames: ["state", "desk"],
    write: (calls, { live }) =>
      live.forEach(({ state, desk, count }) => calls.set({ state, desk }, count)),
  },
  {
    name: "linedesk_calls_waiting",
    help: "Callers whom nobody has answered yet",
    write: (calls, { live }) => calls.set(sum(live.filter(({ desk }) => desk === "waiting"))),
  },
  {
    name: "linedesk_calls_longest_wait_seconds",
    help: "Wait of the caller who has waited longest",
    write: (wait, { longestWaitS }) => wait.set(longestWaitS),
  },
  {
    name: "linedesk_calls_rehearsed",
    help: "Synthetic callers of rehearsals; no other metric of calls counts them",
    write: (calls, { rehearsed }) => calls.set(rehearsed),
  },
  {
    name: "linedesk_calls_ended_lately",
    help: "Calls that ended in the last five minutes; abandoned: the caller left before an answer",
    labelNames: ["outcome"],
    write: (calls, { ended }) =>
      Object.entries(ended).forEach(([outcome, count]) => calls.set({ outcome }, count)),
  },
];

/**
 * Reports the stations' calls to monitoring. All servers report the same values, because these come
 * from the database. While the database does not answer, it reports no metrics, because old values
 * would mislead.
 */
export function registerCallMetrics(
  registry: Registry,
  readTraffic: () => Promise<Traffic | null>,
  now: () => number = () => performance.now(),
): void {
  let last: { at: number; traffic: Promise<Traffic | null> } | undefined;
  function read(): Promise<Traffic | null> {
    if (last === undefined || now() - last.at >= CACHE_MS) {
      last = { at: now(), traffic: readTraffic() };
    }
    return last.traffic;
  }
  for (const { name, help, labelNames = [], write } of GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const traffic = await read();
        gauge.reset();
        if (traffic !== null) {
          write(gauge, traffic);
        } else if (labelNames.length === 0) {
          gauge.remove();
        }
      },
    });
  }
}

function sum(groups: { count: number }[]): number {
  return groups.reduce((all, { count }) => all + count, 0);
}
