import { setTimeout as wait } from "node:timers/promises";

import type { RunningProcess } from "./running-process.ts";

/** The first restart is immediate. Repeated crashes lengthen the pause. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** After this uptime a crash counts as the first again. */
const SOUND_LIFE_MS = 30_000;
/** After this uptime the allowances of the hang watch are the first ones again. */
const STEADY_LIFE_MS = 3_600_000;

interface Watch {
  readonly isSuspect: boolean;
  close(): void;
}

export interface SupervisedProcessOptions {
  name: string;
  launch: () => Promise<RunningProcess>;
  /** Watches for a hang, given the earlier hangs. Without it only the part's end is noticed. */
  watch?: (running: RunningProcess, hangs: number, onHung: (reason: string) => void) => Watch;
  onExit: (death: PartExit) => void;
  onStart: (started: { name: string; pid: number }) => void;
}

export interface PartExit {
  name: string;
  words: string;
  /** The reason why it was ended as hung; else `null`. */
  hang: string | null;
  pauseMs: number;
}

export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), MAX_PAUSE_MS);
}

/** A part that is restarted after every crash or hang, until it is stopped. */
export class SupervisedProcess {
  readonly name: string;
  readonly #options: SupervisedProcessOptions;
  readonly #stopping = new AbortController();
  #pauseEnd = new AbortController();
  #isRestarting = false;
  #running: RunningProcess | null = null;
  #watch: Watch | null = null;
  #hang: string | null = null;
  /** Restarts after a hang. Each one widens the allowances of the hang watch. */
  #hangs = 0;
  #supervision: Promise<void> | null = null;
  #firstDeath: Promise<string> | null = null;

  constructor(options: SupervisedProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | null {
    return this.#running?.pid ?? null;
  }

  get isSuspect(): boolean {
    return this.#watch?.isSuspect ?? false;
  }

  /** Launches the part and throws when that fails. From then on the part is restarted. */
  async start(): Promise<void> {
    const running = await this.#launch();
    this.#firstDeath = running.ended;
    this.#supervision = this.#restartOnExit(running);
  }

  /**
   * Resolves with the last output when the first run ends, a failure before the station is ready.
   */
  get firstExit(): Promise<string> {
    return this.#firstDeath ?? new Promise(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#supervision;
  }

  /** Ends it, or its current pause, so that it restarts at once. */
  async restart(): Promise<void> {
    const running = this.#running;
    this.#isRestarting = running !== null;
    this.#pauseEnd.abort();
    this.#pauseEnd = new AbortController();
    await running?.stop();
  }

  async #launch(): Promise<RunningProcess> {
    const running = await this.#options.launch();
    this.#running = running;
    this.#options.onStart({ name: this.name, pid: running.pid });
    return this.#endWhenHung(running);
  }

  #endWhenHung(running: RunningProcess): RunningProcess {
    this.#hang = null;
    const watch = this.#options.watch?.(running, this.#hangs, (reason) => {
      this.#hang = reason;
      running.kill();
    });
    this.#watch = watch ?? null;
    const ended = running.ended.then((words) => {
      watch?.close();
      running.heartbeat?.close();
      return this.#hang ?? words;
    });
    return { ...running, ended };
  }

  async #restartOnExit(first: RunningProcess): Promise<void> {
    let running: RunningProcess | null = first;
    let startedAt = performance.now();
    let deaths = 0;
    for (;;) {
      const words = running === null ? "it could not be started" : await running.ended;
      this.#running = null;
      if (this.#stopping.signal.aborted) {
        return;
      }
      if (this.#isRestarting) {
        this.#isRestarting = false;
        deaths = 0;
      } else {
        const lifeMs = performance.now() - startedAt;
        deaths = lifeMs > SOUND_LIFE_MS ? 1 : deaths + 1;
        this.#hangs = (lifeMs > STEADY_LIFE_MS ? 0 : this.#hangs) + (this.#hang === null ? 0 : 1);
        const pauseMs = restartDelayMs(deaths);
        this.#options.onExit({ name: this.name, words, hang: this.#hang, pauseMs });
        if (!(await this.#pause(pauseMs))) {
          return;
        }
      }
      startedAt = performance.now();
      running = await this.#relaunch();
      // The stop came during the start, so this has to end the part.
      if (this.#stopping.signal.aborted) {
        await running?.stop();
      }
    }
  }

  /** Returns false when the part was stopped meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    if (ms === 0) {
      return !this.#stopping.signal.aborted;
    }
    const signal = AbortSignal.any([this.#stopping.signal, this.#pauseEnd.signal]);
    return wait(ms, true, { signal }).catch(() => !this.#stopping.signal.aborted);
  }

  async #relaunch(): Promise<RunningProcess | null> {
    try {
      return await this.#launch();
    } catch {
      // Counts as a crash: reported and tried again after a pause.
      return null;
    }
  }
}
