import type { ThreadReading } from "./read-thread.ts";

export interface Reading {
  atMs: number;
  beats: number;
  /** The reading of the thread; `null` when the system provides none. */
  thread: ThreadReading | null;
}

export interface Silence {
  totalMs: number;
  usedMs: number;
  stoppedMs: number;
  /**
   * The time in which neither the thread nor a thread that could wake it waited for a processor.
   */
  asleepMs: number;
  diskMs: number;
}

export type HangKind = "blocked" | "stopped" | "asleep";

export type HangState =
  | { status: "working"; last: Reading }
  /** No heartbeat has arrived, but the thread may still be below the limits. */
  | { status: "waiting"; last: Reading; silence: Silence }
  /** The thread waits for the disk, which a restart does not speed up. */
  | { status: "disk"; last: Reading; silence: Silence }
  | { status: HangKind; last: Reading; silence: Silence };

/** The limits for the silence of a thread in each state. Beyond them the thread counts as hung. */
export interface Allowances {
  /** The processor time that the thread itself used; on a busy machine it grows only slowly. */
  blockedMs: number;
  stoppedMs: number;
  asleepMs: number;
  diskMs: number;
  /** A shorter silence is never a hang. */
  silentMs: number;
}

/**
 * The limit of one step, because a supervisor that was itself delayed cannot judge a longer step.
 */
const MAX_STEP_MS = 2_000;
/** A larger share of time in a run queue counts as a wait for a processor. */
const MAX_WAIT_SHARE = 0.2;

export const NO_SILENCE: Silence = { totalMs: 0, usedMs: 0, stoppedMs: 0, asleepMs: 0, diskMs: 0 };

export function next(state: HangState, reading: Reading, allowances: Allowances): HangState {
  if (reading.beats !== state.last.beats) {
    return { status: "working", last: reading };
  }
  const before = state.status === "working" ? NO_SILENCE : state.silence;
  const silence = addStep(before, state.last, reading);
  return { status: explain(silence, reading, allowances), last: reading, silence };
}

export function isHung(state: HangState): state is Extract<HangState, { status: HangKind }> {
  return state.status === "blocked" || state.status === "stopped" || state.status === "asleep";
}

function addStep(before: Silence, last: Reading, { atMs, thread }: Reading): Silence {
  const stepMs = Math.min(Math.max(0, atMs - last.atMs), MAX_STEP_MS);
  const silence = { ...before, totalMs: before.totalMs + stepMs };
  if (thread === null || last.thread === null) {
    return silence;
  }
  const usedMs = Math.min(Math.max(0, thread.cpuMs - last.thread.cpuMs), stepMs);
  const isWaiting = waitShare(last.thread, thread, atMs - last.atMs) > MAX_WAIT_SHARE;
  const asleepMs = isWaiting ? before.asleepMs : before.asleepMs + stepMs;
  return {
    ...silence,
    usedMs: before.usedMs + usedMs,
    stoppedMs: thread.state === "stopped" ? before.stoppedMs + stepMs : 0,
    asleepMs: thread.state === "sleeping" ? asleepMs : 0,
    diskMs: thread.state === "disk" ? before.diskMs + stepMs : before.diskMs,
  };
}

function waitShare(last: ThreadReading, thread: ThreadReading, passedMs: number): number {
  const grownMs = thread.waitMs - last.waitMs + thread.otherWaitMs - last.otherWaitMs;
  return grownMs / Math.max(1, passedMs);
}

function explain(silence: Silence, { thread }: Reading, allowances: Allowances) {
  if (thread?.state === "disk" && silence.diskMs >= allowances.diskMs) {
    return "disk";
  }
  if (silence.totalMs < allowances.silentMs) {
    return "waiting";
  }
  if (silence.stoppedMs >= allowances.stoppedMs) {
    return "stopped";
  }
  if (silence.usedMs >= allowances.blockedMs) {
    return "blocked";
  }
  return silence.asleepMs >= allowances.asleepMs ? "asleep" : "waiting";
}
