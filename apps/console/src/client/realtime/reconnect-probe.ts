export interface ReconnectProbeOptions {
  /** Returns true when the server gives any answer. It has its own timeout. */
  ask: () => Promise<boolean>;
  restart: () => void;
  now: () => number;
  schedule: (run: () => void, ms: number) => () => void;
}

const INTERVAL_MS = 1_000;
/**
 * An attempt gets eight times the duration of a probe, because a connect takes several round trips
 * and a probe only one or two.
 */
const ATTEMPT_FACTOR = 8;
/**
 * If the server answers for this long and no socket opens, the network is not the cause, so the
 * probe stops restarting attempts.
 */
const LONGEST_MS = 120_000;

/** When the server answers a probe, restarts an attempt that began without a network and hangs. */
export class ReconnectProbe {
  readonly #options: ReconnectProbeOptions;
  /** The running round of probes; a late answer of an earlier round is ignored. */
  #round: object | null = null;
  #cancel: (() => void) | null = null;
  #attemptedAt = 0;
  #answersSince: number | null = null;

  constructor(options: ReconnectProbeOptions) {
    this.#options = options;
  }

  handleAttempt(): void {
    this.#attemptedAt = this.#options.now();
  }

  handleDisconnected(): void {
    if (this.#round !== null) {
      return;
    }
    this.#round = {};
    this.handleAttempt();
    this.#askLater(this.#round);
  }

  close(): void {
    this.#round = null;
    this.#answersSince = null;
    this.#cancel?.();
    this.#cancel = null;
  }

  #askLater(round: object): void {
    this.#cancel = this.#options.schedule(() => void this.#ask(round), INTERVAL_MS);
  }

  async #ask(round: object): Promise<void> {
    const { ask, now, restart } = this.#options;
    const beganAt = now();
    const isAnswered = await ask();
    if (this.#round !== round) {
      return;
    }
    const tookMs = now() - beganAt;
    this.#answersSince = isAnswered ? (this.#answersSince ?? beganAt) : null;
    if (this.#isTimeTo(tookMs)) {
      restart();
    }
    this.#askLater(round);
  }

  #isTimeTo(tookMs: number): boolean {
    const now = this.#options.now();
    const answers = this.#answersSince;
    if (answers === null || now - answers > LONGEST_MS) {
      return false;
    }
    return now - this.#attemptedAt >= Math.max(INTERVAL_MS, ATTEMPT_FACTOR * tookMs);
  }
}
