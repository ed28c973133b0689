import { setTimeout as wait } from "node:timers/promises";

import type { RunningProcess } from "./running-process.ts";

/** The first restart comes at once; a part that dies again and again is given time. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** After so long a life a death counts as the first again. */
const SOUND_LIFE_MS = 30_000;
/** After so long a life the allowances of the hang watch are the first ones again. */
const STEADY_LIFE_MS = 3_600_000;

interface Watch {
  readonly isSuspect: boolean;
  close(): void;
}

export interface SupervisedProcessOptions {
  name: string;
  launch: () => Promise<RunningProcess>;
  /** Watches for a hang, after so many before; without it only the part's end is noticed. */
  watch?: (running: RunningProcess, hangs: number, onHung: (reason: string) => void) => Watch;
  onExit: (death: PartExit) => void;
  onStart: (started: { name: string; pid: number }) => void;
}

export interface PartExit {
  name: string;
  words: string;
  /** The reason why it was ended as one that hangs; else `null`. */
  hang: string | null;
  pauseMs: number;
}

export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), MAX_PAUSE_MS);
}

/** A part that is started again whenever it dies or hangs, until it is stopped. */
export class SupervisedProcess {
  readonly name: string;
  readonly #options: SupervisedProcessOptions;
  readonly #stopping = new AbortController();
  #pauseEnd = new AbortController();
  #isRestarting = false;
  #running: RunningProcess | null = null;
  #watch: Watch | null = null;
  #hang: string | null = null;
  /** Restarts because it hung, each of which widens the allowances of the hang watch. */
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

  /** The first launch; throws what it throws. From then on the part is kept alive. */
  async start(): Promise<void> {
    const running = await this.#launch();
    this.#firstDeath = running.ended;
    this.#supervision = this.#restartOnExit(running);
  }

  /**
   * The last words of the first run, when it ends: before the station is ready that is a failure.
   */
  get firstExit(): Promise<string> {
    return this.#firstDeath ?? new Promise(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#supervision;
  }

  /** Ends it, or the pause that it is in, so that it starts again at once. */
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
      // Stopped while it started: then nobody else ends it.
      if (this.#stopping.signal.aborted) {
        await running?.stop();
      }
    }
  }

  /** False when the part was stopped meanwhile. */
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
      // Counts as a death: told and tried again after a pause.
      return null;
    }
  }
}
