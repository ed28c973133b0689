/** Slack that the buffer keeps on a quiet network. */
const CALM_SLACK_MS = 4;
/**
 * On a network that varies by no more than this, less slack than that is a clock that runs late.
 */
const STEADY_MS = 3;
const LOW_SLACK_MS = 1.5;
/** On one that varies by more nobody knows what is too much before some seconds have passed. */
const CALM_SPREAD_MS = 8;
const MAX_SLACK_MS = 60;
const POPS_PER_WINDOW = 50;
const WINDOWS = 4;
/** Hiccups of a network, and of a busy machine, come again. */
const LONG_WINDOWS = 60;
/** So much is kept for them; who needs more now and then is not to delay all the others. */
const MAX_SPARE_MS = 20;
export const POP_MS = 20;

/**
 * How long before their turn packets come, and so how much time is to be taken out of what waits,
 * or put in: what nobody needed for four seconds goes, and before a slow sender's packets come too
 * late there is more. What was taken out and lacked within a minute is there for a minute.
 */
export class TargetDelay {
  readonly #perMs: number;
  readonly #popSamples: number;
  /** Per window of a second: by how many samples the head could have been further on. */
  readonly #spare = new Float64Array(LONG_WINDOWS).fill(Infinity);
  #window = 0;
  /** How many of them are looked at. */
  #remembered = WINDOWS;
  /** Since the stream began; what piles up or is late at once says nothing of later hiccups. */
  #windows = 0;
  /** Since packets came too late, and since time was taken out that nobody seemed to need. */
  #windowsSinceLate = 0;
  #windowsSinceTaken = Infinity;
  #pops = 0;
  /** Of the packets of this second. */
  #leastMs = Infinity;
  #mostMs = -Infinity;
  /** Of those of the second before. */
  #leastBeforeMs = Infinity;
  #reserveMs = 0;
  #wanted = 0;
  /** How many of these are too much since turns come later, which says nothing of hiccups. */
  #excess = 0;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
    this.#popSamples = POP_MS * this.#perMs;
  }

  /** Samples to take out, or where negative to put in. */
  get wanted(): number {
    return this.#wanted;
  }

  get slackMs(): number | null {
    const leastMs = Math.min(this.#leastMs, this.#leastBeforeMs);
    return leastMs === Infinity ? null : leastMs - this.#reserveMs;
  }

  /**
   * All turns come so much later, or sooner where negative; so much is too much then on a calm
   * network, unless it is what is stored for hiccups.
   */
  movePops(byMs: number, excessMs: number): void {
    this.#leastMs += byMs;
    this.#leastBeforeMs += byMs;
    this.#mostMs += byMs;
    if (byMs < 0) {
      this.#spare.fill(Infinity);
      this.#wanted = Math.min(0, this.#wanted);
    }
    const isCalm = this.#leastMs < Infinity && this.#spreadMs <= CALM_SPREAD_MS;
    if (excessMs > 0 && isCalm && this.#remembered === WINDOWS) {
      this.#excess = excessMs * this.#perMs;
      this.#wanted = Math.max(this.#wanted, this.#excess);
    }
  }

  /** Packets are to be here so long before their turn. */
  setReserve(reserveMs: number): void {
    this.#reserveMs = reserveMs;
  }

  reset(): void {
    this.#forget();
    this.#windows = 0;
    this.#remembered = WINDOWS;
    this.#windowsSinceTaken = Infinity;
    this.#leastBeforeMs = Infinity;
    this.#leastMs = Infinity;
    this.#mostMs = -Infinity;
  }

  /** The head was moved back for a packet that came late: what was spare is not. */
  noteLate(): void {
    this.#forget();
    if (this.#windowsSinceTaken < LONG_WINDOWS) {
      this.#remembered = LONG_WINDOWS;
    }
  }

  #forget(): void {
    this.#spare.fill(Infinity);
    this.#windowsSinceLate = 0;
    this.#wanted = 0;
    this.#excess = 0;
  }

  /**
   * A packet of that length came, so many samples ahead of the head and so long before the next
   * pop.
   */
  note(ahead: number, length: number, untilPopMs: number): void {
    const reserve = this.#reserveMs * this.#perMs;
    const spare = ahead - reserve - (untilPopMs < CALM_SLACK_MS ? this.#popSamples : 0);
    const lowest = this.#spare[this.#window] ?? Infinity;
    if (spare < lowest) {
      this.#spare[this.#window] = spare;
    }
    // Of several packets in a pop it is the last one that may be short of time.
    if ((ahead % this.#popSamples) + length < this.#popSamples) {
      return;
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
    this.#leastBeforeMs -= samples / this.#perMs;
    if (samples > this.#excess && this.#windows >= WINDOWS) {
      this.#windowsSinceTaken = 0;
    }
    this.#excess = Math.max(0, this.#excess - Math.max(0, samples));
    for (let i = 0; i < LONG_WINDOWS; i += 1) {
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
    this.#windows += 1;
    this.#windowsSinceLate += 1;
    this.#windowsSinceTaken += 1;
    this.#takeSpare();
    this.#window = (this.#window + 1) % LONG_WINDOWS;
    this.#spare[this.#window] = Infinity;
    return true;
  }

  get #spreadMs(): number {
    return this.#mostMs - this.#leastMs;
  }

  /** The slack that no packet of the last four seconds needed, or of the last minute. */
  #takeSpare(): void {
    const lately = this.#leastSpare(WINDOWS);
    if (this.#windowsSinceLate < WINDOWS || lately === Infinity) {
      return;
    }
    const isKnown = this.#windowsSinceLate >= this.#remembered;
    const seldom = isKnown ? Math.min(lately, this.#leastSpare(this.#remembered)) : 0;
    const lowest = Math.max(seldom, lately - MAX_SPARE_MS * this.#perMs);
    const calm = CALM_SLACK_MS * this.#perMs;
    if (lowest < calm) {
      return;
    }
    this.#wanted = Math.max(this.#wanted, lowest);
    // A minute that needed no more than its last seconds did.
    if (lately - lowest < calm) {
      this.#remembered = WINDOWS;
    }
  }

  /** Of so many windows until now; Infinity where nothing came in one of the last four. */
  #leastSpare(windows: number): number {
    let least = Infinity;
    for (let back = 0; back < windows; back += 1) {
      const spare = this.#spare[(this.#window - back + LONG_WINDOWS) % LONG_WINDOWS] ?? Infinity;
      if (spare === Infinity && back < WINDOWS) {
        return Infinity;
      }
      least = Math.min(least, spare);
    }
    return least;
  }

  /**
   * Each packet of a slow sender comes later than the one before: time is put in before one misses.
   */
  #followClock(): void {
    const isLow = this.#spreadMs <= STEADY_MS && this.#leastMs < LOW_SLACK_MS;
    if (isLow || this.#leastMs < this.#reserveMs) {
      this.#wanted = -this.#popSamples;
    } else if (this.#wanted < 0) {
      this.#wanted = 0;
    }
    this.#leastBeforeMs = this.#leastMs;
    this.#leastMs = Infinity;
    this.#mostMs = -Infinity;
  }
}
