import { setTimeout as wait } from "node:timers/promises";

import type { RunningProcess, SuccessorProcess } from "./running-process.ts";
import { StartError } from "./start-error.ts";
import { untilLoaded } from "./until-loaded.ts";

/** The first restart is immediate. Repeated crashes lengthen the back-off. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** After this uptime, the next crash counts as the first crash again. */
const STABLE_AFTER_MS = 30_000;
/** After this uptime the limits of the hang watch are the initial ones again. */
const STEADY_LIFE_MS = 3_600_000;

interface Watch {
  readonly isSuspect: boolean;
  close(): void;
}

export interface SupervisedProcessOptions {
  name: string;
  launch: () => Promise<RunningProcess>;
  /** Launches a process that loads beside the running one, if the part supports this. */
  launchSuccessor?: () => SuccessorProcess;
  loadTimeoutMs?: number;
  /**
   * Watches for a hang; `hangs` is the number of earlier hangs. Without a watch, only the end of
   * the part is noticed.
   */
  watch?: (running: RunningProcess, hangs: number, onHung: (reason: string) => void) => Watch;
  onExit: (death: PartExit) => void;
  onStart: (started: { name: string; pid: number }) => void;
}

export interface PartExit {
  name: string;
  words: string;
  /** The reason why the part was ended as hung; otherwise `null`. */
  hang: string | null;
  pauseMs: number;
}

export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), MAX_PAUSE_MS);
}

/** A part that is restarted after every crash, hang or order, until it is stopped. */
export class SupervisedProcess {
  readonly name: string;
  readonly #options: SupervisedProcessOptions;
  readonly #stopping = new AbortController();
  #pauseEnd = new AbortController();
  #isRestarting = false;
  #running: RunningProcess | null = null;
  #successor: SuccessorProcess | null = null;
  #watch: Watch | null = null;
  #hang: string | null = null;
  /**
   * The number of restarts because of a hang. Each restart doubles the hang watch's limits, up to
   * four times the initial ones.
   */
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

  /** Is true while the part waits for a migration of the database. */
  get isMigrating(): boolean {
    return this.#running?.heartbeat?.newest?.isMigrating === true;
  }

  /**
   * Launches the part and throws when the launch fails. From then on the part is restarted when it
   * ends.
   */
  async start(): Promise<void> {
    const running = await this.#launch();
    this.#firstDeath = running.ended;
    this.#supervision = this.#restartOnExit(running);
  }

  /**
   * Resolves with the last output when the first run ends. Before the station is ready this is a
   * failure.
   */
  get firstExit(): Promise<string> {
    return this.#firstDeath ?? new Promise(() => undefined);
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#successor?.stop(signal), this.#running?.stop(signal)]);
    await this.#supervision;
  }

  /** Asks the part to read its files again. A part that is just starting reads them anyway. */
  reload(): void {
    const running = this.#running;
    // Before its first heartbeat, a part does not handle the signal, and would end.
    if (running !== null && running.heartbeat?.newest !== null && running.heartbeat !== null) {
      process.kill(running.pid, "SIGHUP");
    }
  }

  /** Ends the part, or its current back-off, so that the part restarts immediately. */
  async restart(): Promise<void> {
    const running = this.#running;
    this.#isRestarting = running !== null;
    this.#pauseEnd.abort();
    this.#pauseEnd = new AbortController();
    await running?.stop();
  }

  /**
   * Loads a successor beside the running process, ends this process with `signal`, and lets the
   * successor take over. Throws `StartError` when the successor does not load; the running process
   * then stays.
   */
  async replace(signal: NodeJS.Signals): Promise<void> {
    const { name } = this;
    const running = this.#running;
    const launch = this.#options.launchSuccessor;
    if (this.#successor !== null) {
      throw new StartError(`The ${name} is being restarted already.`);
    }
    if (launch === undefined || running === null) {
      return this.restart();
    }
    const successor = launch();
    this.#successor = successor;
    try {
      await untilLoaded(name, successor, this.#options.loadTimeoutMs);
    } catch (error) {
      this.#successor = null;
      throw error;
    }
    if (this.#running === running) {
      this.#isRestarting = true;
      await running.stop(signal);
    }
    const words = await Promise.race([successor.ready, successor.ended]);
    if (typeof words === "string") {
      throw new StartError(`The new ${name} ended when it took over, and is started again.`);
    }
  }

  async #launch(): Promise<RunningProcess> {
    return this.#adopt(await this.#options.launch());
  }

  /** The previous process has ended, so the successor may open its ports and files. */
  #adoptSuccessor(): RunningProcess | null {
    const successor = this.#successor;
    this.#successor = null;
    if (successor === null) {
      return null;
    }
    void successor.loaded.then(() => successor.takeOver());
    return this.#adopt(successor);
  }

  #adopt(running: RunningProcess): RunningProcess {
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
        deaths = lifeMs > STABLE_AFTER_MS ? 1 : deaths + 1;
        this.#hangs = (lifeMs > STEADY_LIFE_MS ? 0 : this.#hangs) + (this.#hang === null ? 0 : 1);
        const pauseMs = restartDelayMs(deaths);
        this.#options.onExit({ name: this.name, words, hang: this.#hang, pauseMs });
        if (!(await this.#pause(pauseMs))) {
          return;
        }
      }
      startedAt = performance.now();
      running = this.#adoptSuccessor() ?? (await this.#relaunch());
      // The part was stopped during its start, so it must be ended here.
      if (this.#stopping.signal.aborted) {
        await running?.stop();
      }
    }
  }

  /**
   * Waits for the back-off. Returns false when the part was stopped before the end of the back-off.
   */
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
      // This counts as a crash: it is reported, and the start is tried again after a back-off.
      return null;
    }
  }
}
