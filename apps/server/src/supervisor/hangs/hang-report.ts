import type { StackThread } from "../heartbeat/heartbeat.ts";
import type { HangKind, Silence } from "./hang-state.ts";

export interface HangReport {
  thread: StackThread;
  kind: HangKind | "start";
  silence: Silence;
  /** The longest delay of the event loop before its last heartbeat. */
  delayMs: number;
  calls: number;
  stack: string | null;
}

export function describeHang({ thread, kind, silence }: HangReport, part: string): string {
  const who = thread === "main" ? "it" : "its media thread";
  const without = part === "database" ? "an answer" : "a heartbeat";
  switch (kind) {
    case "blocked":
      return `${who} used ${seconds(silence.usedMs)} of processor time without ${without}`;
    case "stopped":
      return `${who} was stopped for ${seconds(silence.stoppedMs)}`;
    case "asleep":
      return `${who} slept for ${seconds(silence.asleepMs)} without ${without}`;
    case "start":
      return `${who} was not ready after ${seconds(silence.totalMs)}`;
  }
}

/** Returns a line of the part's log, in the form of its other lines. */
export function formatHang(report: HangReport, part: string): string {
  const { silence, stack, ...facts } = report;
  return formatLine("part hangs", { part, ...facts, ...roundAll(silence), stack });
}

/** Returns a line of the log for a part that waits for the disk. */
export function formatDiskWait(part: string): string {
  return formatLine("part waits for the disk", { part });
}

function formatLine(msg: string, values: object): string {
  return `${JSON.stringify({ level: 60, time: Date.now(), area: "supervisor", ...values, msg })}\n`;
}

function roundAll(silence: Silence): Record<string, number> {
  return Object.fromEntries(Object.entries(silence).map(([name, ms]) => [name, Math.round(ms)]));
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
