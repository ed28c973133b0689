import { setTimeout as wait } from "node:timers/promises";

import { backgroundClock } from "@linedesk/base";
import { watchForHang } from "./hang-watch.ts";
import type { RunningProcess } from "./running-process.ts";

/** The first restart comes at once; a part that dies again and again is given time. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** After so long a life a death counts as the first again. */
const SOUND_LIFE_MS = 30_000;

export interface SupervisedProcessOptions {
  name: string;
  launch: () => Promise<RunningProcess>;
  /** Asks whether it answers; without it only its end is noticed. */
  isAlive?: () => Promise<boolean>;
  /** It died; `pauseMs` from now it is started again. */
  onExit: (death: { name: string; words: string; pauseMs: number }) => void;
  /** It runs, for the first time or again. */
  onStart: (started: { name: string; pid: number }) => void;
}

/** The pause before the restart that follows the `deaths`th death in a row. */
export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), MAX_PAUSE_MS);
}

/** Its last words when it was ended because it did not answer. */
export const HUNG = "it did not answer";

/** A part that is started again whenever it dies or hangs, until it is stopped. */
export class SupervisedProcess {
  readonly name: string;
  readonly #options: SupervisedProcessOptions;
  readonly #stopping = new AbortController();
  /** Ends the pause before a restart. */
  #pauseEnd = new AbortController();
  #isRestarting = false;
  #running: RunningProcess | null = null;
  #supervision: Promise<void> | null = null;
  #firstDeath: Promise<string> | null = null;

  constructor(options: SupervisedProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | null {
    return this.#running?.pid ?? null;
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

  /** [XR263] */
  #endWhenHung(running: RunningProcess): RunningProcess {
    const { isAlive } = this.#options;
    if (isAlive === undefined) {
      return running;
    }
    let isHung = false;
    function onHung(): void {
      isHung = true;
      running.kill();
    }
    const unwatch = watchForHang({ isAlive, onHung, clock: backgroundClock });
    const ended = running.ended.then((words) => {
      unwatch();
      return isHung ? HUNG : words;
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
        deaths = performance.now() - startedAt > SOUND_LIFE_MS ? 1 : deaths + 1;
        const pauseMs = restartDelayMs(deaths);
        this.#options.onExit({ name: this.name, words, pauseMs });
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
