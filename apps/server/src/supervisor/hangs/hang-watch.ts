import type { Clock } from "@linedesk/base";
import type { Beat, Heartbeat, StackThread } from "../heartbeat/heartbeat.ts";
import { chooseAllowances, type HangAllowances } from "./hang-allowances.ts";
import type { HangReport } from "./hang-report.ts";
import { isHung, next, NO_SILENCE, type HangState } from "./hang-state.ts";
import type { Progress, ThreadReading } from "./read-thread.ts";
import { StartBudget } from "./start-budget.ts";

const CHECK_EVERY_MS = 1_000;

export interface HangWatchOptions {
  heartbeat: Heartbeat;
  /** Reads the thread with that id in the part's process; with `null`, the main thread. */
  readThread: (id: number | null) => ThreadReading | null;
  /**
   * Reads the progress of all parts, because a part that starts can wait for the work of another
   * part.
   */
  readProgress: () => Progress;
  allowances: HangAllowances;
  /** Returns false while another hung part must be ended first. */
  mayEnd: () => boolean;
  onHung: (report: HangReport) => void;
  /** Is called once for each silence in which the part waits for the disk. */
  onDisk: () => void;
  clock: Pick<Clock, "elapsedMs" | "after">;
}

/** Judges a part once a second by its heartbeat and the system's data about it. */
export class HangWatch {
  readonly #options: HangWatchOptions;
  #main: HangState;
  #media: HangState | null = null;
  readonly #start: StartBudget;
  #isOver = false;
  #cancel: () => void;

  constructor(options: HangWatchOptions) {
    this.#options = options;
    const { clock, readProgress, allowances } = options;
    const last = { atMs: clock.elapsedMs(), beats: 0, thread: null };
    this.#main = { status: "working", last };
    this.#start = new StartBudget({
      allowanceMs: allowances.startMs,
      readProgress,
      elapsedMs: () => clock.elapsedMs(),
    });
    this.#cancel = this.#checkLater();
  }

  /** Is true when the part hangs, or when its silence counts towards a hang. */
  get isSuspect(): boolean {
    return [this.#main, this.#media].some(
      (state) =>
        state !== null &&
        state.status !== "working" &&
        state.silence.stoppedMs + state.silence.usedMs + state.silence.asleepMs >
          2 * CHECK_EVERY_MS,
    );
  }

  close(): void {
    this.#isOver = true;
    this.#cancel();
  }

  #checkLater(): () => void {
    return this.#options.clock.after(CHECK_EVERY_MS, () => void this.#check());
  }

  async #check(): Promise<void> {
    const report = this.#judge();
    if (report !== null && this.#options.mayEnd()) {
      await this.#end(report);
    }
    if (!this.#isOver) {
      this.#cancel = this.#checkLater();
    }
  }

  #judge(): Omit<HangReport, "stack"> | null {
    const { heartbeat, onDisk } = this.#options;
    if (!heartbeat.isOpen) {
      return null;
    }
    const { newest } = heartbeat;
    const known = newest?.facts ?? null;
    const facts = { calls: known?.calls ?? 0, isReady: known !== null };
    const before = this.#main.status;
    this.#judgeThreads(newest, facts);
    if (this.#main.status === "disk" && before !== "disk") {
      onDisk();
    }
    const load = { delayMs: newest?.delayMs ?? 0, calls: facts.calls };
    if (isHung(this.#main) && (newest !== null || this.#main.status === "stopped")) {
      const { status: kind, silence } = this.#main;
      return { thread: "main", kind, silence, ...load };
    }
    if (this.#media !== null && isHung(this.#media)) {
      const { status: kind, silence } = this.#media;
      return { thread: "media-worker", kind, silence, ...load };
    }
    if (facts.isReady || !this.#start.checkSpent()) {
      return null;
    }
    const silence = { ...NO_SILENCE, totalMs: this.#start.passedMs };
    return { thread: "main", kind: "start", silence, ...load };
  }

  #judgeThreads(newest: Beat | null, facts: { calls: number; isReady: boolean }): void {
    const { readThread, clock } = this.#options;
    const allowances = chooseAllowances(this.#options.allowances, facts);
    const atMs = clock.elapsedMs();
    const thread = readThread(null);
    this.#main = next(this.#main, { atMs, beats: newest?.beats ?? 0, thread }, allowances);
    const pulse = newest?.facts?.media ?? null;
    // The number of ticks comes with the main thread's heartbeats. Without them, the media thread
    // cannot be judged.
    if (pulse === null || this.#main.status !== "working") {
      return;
    }
    const media = { atMs, beats: pulse.ticks, thread: readThread(pulse.thread) };
    this.#media ??= { status: "working", last: media };
    this.#media = next(this.#media, media, allowances);
  }

  /**
   * Reports the hang, unless the thread sends a heartbeat while its stack is read. The stack of a
   * stopped thread cannot be read.
   */
  async #end(report: Omit<HangReport, "stack">): Promise<void> {
    const { heartbeat, onHung } = this.#options;
    const beats = countBeats(heartbeat.newest, report.thread);
    const stack = report.kind === "stopped" ? null : await heartbeat.takeStack(report.thread);
    const hasBeaten = countBeats(heartbeat.newest, report.thread) !== beats;
    if (this.#isOver || (hasBeaten && report.kind !== "start")) {
      return;
    }
    this.#isOver = true;
    onHung({ ...report, stack });
  }
}

function countBeats(beat: Beat | null, thread: StackThread): number | null {
  return thread === "main" ? (beat?.beats ?? null) : (beat?.facts?.media?.ticks ?? null);
}
