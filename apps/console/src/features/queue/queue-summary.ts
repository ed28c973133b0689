/** The shortest time between two summaries. */
const SUMMARY_EVERY_MS = 5_000;

export interface QueueSummary {
  count: number;
  minutes: number;
}

export interface SummaryState {
  known: ReadonlySet<string>;
  announcedAt: number;
}

interface Waiting {
  id: string;
  arrivedAt: string;
}

/** Returns the number of callers and their longest waiting time in minutes. */
export function summarise(waiting: readonly Waiting[], now: number): QueueSummary {
  const longest = Math.min(now, ...waiting.map((call) => Date.parse(call.arrivedAt)));
  return { count: waiting.length, minutes: Math.floor((now - longest) / 60_000) };
}

/** Starts with the callers who already wait, so that they do not count as new. */
export function startSummary(waiting: readonly Waiting[], now: number): SummaryState {
  return {
    known: new Set(waiting.map((call) => call.id)),
    announcedAt: now,
  };
}

export function nextArrivals<Call extends Waiting>(
  state: SummaryState,
  waiting: readonly Call[],
): Call[] {
  return waiting.filter((call) => !state.known.has(call.id));
}

/** Returns the next polite announcement for a screen reader, or `null`. */
export function nextSummary(
  state: SummaryState,
  waiting: readonly Waiting[],
  now: number,
): { state: SummaryState; summary: QueueSummary | null } {
  const count = nextArrivals(state, waiting).length;
  if (count === 0 || now - state.announcedAt < SUMMARY_EVERY_MS) {
    return { state, summary: null };
  }
  const { minutes } = summarise(waiting, now);
  return { state: startSummary(waiting, now), summary: { count, minutes } };
}
