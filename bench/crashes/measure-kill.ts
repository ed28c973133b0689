import { setTimeout as wait } from "node:timers/promises";

import { PacketGaps, type Phone } from "../support/packet-gaps.ts";
import type { Bridge } from "./bridges.ts";
import type { CrashStation } from "./crash-station.ts";
import type { SeatCalls } from "./seat-calls.ts";

const POLL_MS = 20;
const BACK_WITHIN_MS = 30_000;
/** A shorter silence is not the end of a leg. */
const CUT_MS = 300;

export interface MeasuredKill {
  silences: number[];
  /** The times until both sides of each bridge heard each other again. */
  bridges: { name: string; ms: number }[];
}

/** Runs a kill, and measures until every telephone has sound and every bridge works again. */
export async function measureKill(
  crash: CrashStation,
  seats: SeatCalls,
  kill: () => Promise<unknown>,
): Promise<MeasuredKill> {
  const phones = listPhones(crash, seats).filter(({ status }) => status === "talking");
  const gaps = new PacketGaps(phones);
  const startMs = performance.now();
  const killed = kill();
  const bridges = seats.bridges.map((bridge) => untilBridged(bridge, startMs));
  let isOver = false;
  const over = Promise.all([killed, ...bridges]).finally(() => (isOver = true));
  while (!isOver) {
    await Promise.race([wait(POLL_MS), over]);
    gaps.check();
  }
  await killed;
  return { silences: gaps.longest(), bridges: await Promise.all(bridges) };
}

/**
 * Runs a kill and the steps after it. Returns the longest silence of each telephone during this
 * time.
 */
export async function measureSilence(
  crash: CrashStation,
  seats: SeatCalls,
  kill: () => Promise<void>,
): Promise<number[]> {
  const gaps = new PacketGaps(
    listPhones(crash, seats).filter(({ status }) => status === "talking"),
  );
  let isOver = false;
  const over = kill().finally(() => (isOver = true));
  while (!isOver) {
    await Promise.race([wait(POLL_MS), over]);
    gaps.check();
  }
  return gaps.longest();
}

export function listPhones(crash: CrashStation, { phones }: SeatCalls): Phone[] {
  return [...crash.callers.all.map(({ phone }) => phone), ...phones];
}

/**
 * Resolves with the time from the start until an interrupted bridge is heard again. At the time
 * limit it resolves with 0 for a bridge without an interruption, and otherwise with the limit.
 */
async function untilBridged(
  bridge: Bridge,
  startMs: number,
): Promise<{ name: string; ms: number }> {
  const { name } = bridge;
  let silentSinceMs: number | null = null;
  let wasCut = false;
  while (performance.now() - startMs < BACK_WITHIN_MS) {
    const isReceived = await bridge.isReceived();
    const nowMs = performance.now();
    if (isReceived && wasCut) {
      return { name, ms: nowMs - startMs };
    }
    silentSinceMs = isReceived ? null : (silentSinceMs ?? nowMs);
    wasCut ||= silentSinceMs !== null && nowMs - silentSinceMs > CUT_MS;
    await wait(POLL_MS);
  }
  return { name, ms: wasCut ? BACK_WITHIN_MS : 0 };
}
