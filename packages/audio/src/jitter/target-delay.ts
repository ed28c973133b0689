/** The slack that the buffer keeps on a quiet network. */
const CALM_SLACK_MS = 4;
/**
 * If the network varies by no more than this, slack below LOW_SLACK_MS means that the sender's
 * clock is slow.
 */
const STEADY_MS = 3;
const LOW_SLACK_MS = 1.5;
/**
 * If the network varies by more than this, only measurements over some seconds show which sound is
 * superfluous.
 */
const CALM_SPREAD_MS = 8;
const MAX_SLACK_MS = 60;
const POPS_PER_WINDOW = 50;
const WINDOWS = 4;
/**
 * The number of windows that count after packets came too late. They cover a minute, because short
 * delays of a network or of a busy machine recur.
 */
const LONG_WINDOWS = 60;
/**
 * The maximum slack that is kept for short delays. Rare longer delays must not delay all packets.
 */
const MAX_SPARE_MS = 20;
export const POP_MS = 20;

/**
 * Measures the slack of packets, and decides how much time to remove or insert. Slack that no
 * packet needed for four seconds is removed, and time is inserted before a slow sender's packets
 * come too late. If packets come too late within a minute after a removal, the buffer keeps its
 * slack for a minute.
 */
export class TargetDelay {
  readonly #perMs: number;
  readonly #popSamples: number;
  /**
   * For each window of one second, the number of samples that the buffer could have dropped without
   * a loss.
   */
  readonly #spare = new Float64Array(LONG_WINDOWS).fill(Infinity);
  #window = 0;
  /** The number of the latest windows that count. */
  #remembered = WINDOWS;
  /**
   * Windows since the stream began. A removal in the first windows does not count, because sound
   * that piles up at the start does not predict later delays.
   */
  #windows = 0;
  /** Windows since packets came too late, and windows since slack was removed. */
  #windowsSinceLate = 0;
  #windowsSinceTaken = Infinity;
  #pops = 0;
  /** The smallest slack of the packets of this second. */
  #leastMs = Infinity;
  #mostMs = -Infinity;
  /** The smallest slack of the packets of the previous second. */
  #leastBeforeMs = Infinity;
  #reserveMs = 0;
  #wanted = 0;
  /**
   * The part of `#wanted` that comes from delayed pops. Removing it does not count as a removal of
   * slack.
   */
  #excess = 0;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
    this.#popSamples = POP_MS * this.#perMs;
  }

  /** The number of samples to remove; a negative number means samples to insert. */
  get wanted(): number {
    return this.#wanted;
  }

  get slackMs(): number | null {
    const leastMs = Math.min(this.#leastMs, this.#leastBeforeMs);
    return leastMs === Infinity ? null : leastMs - this.#reserveMs;
  }

  /**
   * Delays all pops by `byMs`; a negative value makes them earlier. `excessMs` of sound is then
   * superfluous on a quiet network, unless it is kept for short delays.
   */
  delayPops(byMs: number, excessMs: number): void {
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

  /** Sets how early packets must arrive. */
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

  /** A late packet moved the head back, so the measured slack is not valid any more. */
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
   * Counts a packet of `length` samples. It begins `ahead` samples after the head, and it arrives
   * `untilPopMs` before the next pop.
   */
  note(ahead: number, length: number, untilPopMs: number): void {
    const reserve = this.#reserveMs * this.#perMs;
    const spare = ahead - reserve - (untilPopMs < CALM_SLACK_MS ? this.#popSamples : 0);
    const lowest = this.#spare[this.#window] ?? Infinity;
    if (spare < lowest) {
      this.#spare[this.#window] = spare;
    }
    // If one pop takes several packets, only the last of them can be too late.
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

  /** Counts removed samples; a negative number means inserted ones. */
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

  /** Counts a pop. Returns true once a second, after evaluating its packets. */
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

  /** Removes the slack that no packet needed in the last four seconds, or in the last minute. */
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
    // The whole minute needed no more slack than its last seconds, so only these count again.
    if (lately - lowest < calm) {
      this.#remembered = WINDOWS;
    }
  }

  /**
   * Returns the smallest amount of superfluous sound in the last `windows` windows, or Infinity if
   * no packet came in one of the last four windows.
   */
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
   * Inserts time for a sender with a slow clock. The packets of such a sender come a little later
   * each time.
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
