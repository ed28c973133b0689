/** Slack that the buffer keeps on a quiet network. */
const CALM_SLACK_MS = 4;
/**
 * On a network that varies by no more than this, less slack than that is a clock that runs late.
 */
const STEADY_MS = 3;
const LOW_SLACK_MS = 1.5;
const MAX_SLACK_MS = 60;
const POPS_PER_WINDOW = 50;
const WINDOWS = 4;
export const POP_MS = 20;

/**
 * How long before their turn packets come, and so how much time is to be taken out of what waits,
 * or put in: what nobody needed for four seconds goes, and before a slow sender's packets come too
 * late there is more.
 */
export class TargetDelay {
  readonly #perMs: number;
  readonly #popSamples: number;
  /** Per window of a second: by how many samples the head could have been further on. */
  readonly #spare = new Float64Array(WINDOWS).fill(Infinity);
  #window = 0;
  #pops = 0;
  /** Of the packets of this second. */
  #leastMs = Infinity;
  #mostMs = -Infinity;
  #reserveMs = 0;
  #wanted = 0;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
    this.#popSamples = POP_MS * this.#perMs;
  }

  /** Samples to take out, or where negative to put in. */
  get wanted(): number {
    return this.#wanted;
  }

  /** Packets are to be here so long before their turn. */
  setReserve(reserveMs: number): void {
    this.#reserveMs = reserveMs;
  }

  reset(): void {
    this.forget();
    this.#leastMs = Infinity;
    this.#mostMs = -Infinity;
  }

  /** The head was moved back for a packet that came late: what was spare is not. */
  forget(): void {
    this.#spare.fill(Infinity);
    this.#wanted = 0;
  }

  /** A packet came, so many samples ahead of the head and so long before the next pop. */
  note(ahead: number, untilPopMs: number): void {
    const reserve = this.#reserveMs * this.#perMs;
    const spare = ahead - reserve - (untilPopMs < CALM_SLACK_MS ? this.#popSamples : 0);
    const lowest = this.#spare[this.#window] ?? Infinity;
    if (spare < lowest) {
      this.#spare[this.#window] = spare;
    }
    const slackMs = Math.floor(ahead / this.#popSamples) * POP_MS + untilPopMs;
    this.#leastMs = Math.min(this.#leastMs, slackMs);
    this.#mostMs = Math.max(this.#mostMs, slackMs);
    const tooMuchMs = slackMs - MAX_SLACK_MS - this.#reserveMs;
    if (tooMuchMs > 0) {
      this.#wanted = Math.max(this.#wanted, Math.ceil(tooMuchMs * this.#perMs));
    }
  }

  /** So much was taken out, or put in where negative. */
  moved(samples: number): void {
    this.#wanted -= samples;
    for (let i = 0; i < WINDOWS; i += 1) {
      this.#spare[i] = (this.#spare[i] ?? 0) - samples;
    }
  }

  /** A pop; true once a second, when what came in it has been weighed. */
  advance(): boolean {
    this.#pops += 1;
    if (this.#pops < POPS_PER_WINDOW) {
      return false;
    }
    this.#pops = 0;
    this.#followClock();
    this.#takeSpare();
    this.#window = (this.#window + 1) % WINDOWS;
    this.#spare[this.#window] = Infinity;
    return true;
  }

  /** The slack that no packet of the last four seconds needed. */
  #takeSpare(): void {
    let lowest = Infinity;
    let isWhole = true;
    for (const spare of this.#spare) {
      lowest = Math.min(lowest, spare);
      if (spare === Infinity) {
        isWhole = false;
      }
    }
    if (isWhole && lowest >= CALM_SLACK_MS * this.#perMs) {
      this.#wanted = Math.max(this.#wanted, lowest);
    }
  }

  /**
   * Each packet of a slow sender comes later than the one before: time is put in before one misses.
   */
  #followClock(): void {
    const isSteady = this.#mostMs - this.#leastMs <= STEADY_MS;
    const isLow = isSteady && this.#leastMs < LOW_SLACK_MS;
    if (isLow || this.#leastMs < this.#reserveMs) {
      this.#wanted = -this.#popSamples;
    } else if (this.#wanted < 0) {
      this.#wanted = 0;
    }
    this.#leastMs = Infinity;
    this.#mostMs = -Infinity;
  }
}
