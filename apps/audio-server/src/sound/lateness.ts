const WINDOW_MS = 5_000;
const SLOT_MS = 500;
/**
 * The last minute is divided into this many slots. The queue waits for late packets only if two
 * slots have had them.
 */
const SLOTS = 120;
const TOLERATED_MS = 10;
const STEP_MS = 5;
const MAX_EXTRA_MS = 200;
const SETTLE_MS = 1_000;

/**
 * Measures how late packets arrive, relative to the earliest packets of the last five to ten
 * seconds. It also returns how much longer the queue must wait for such packets. The class reads no
 * clock: the time is an argument.
 */
export class Lateness {
  #least = Infinity;
  #leastBefore = Infinity;
  #windowEndMs = -Infinity;
  readonly #slots = new Float64Array(SLOTS);
  #slot = 0;
  #slotEndMs = -Infinity;
  #extraMs = 0;
  #startMs: number | null = null;

  get extraMs(): number {
    return this.#extraMs;
  }

  begin(): void {
    this.#least = this.#leastBefore = Infinity;
    this.#slots.fill(0);
    this.#extraMs = 0;
    this.#startMs = null;
  }

  note(sentMs: number, cameMs: number): void {
    const tookMs = cameMs - sentMs;
    if (cameMs >= this.#windowEndMs) {
      this.#leastBefore = this.#least;
      this.#least = Infinity;
      this.#windowEndMs = cameMs + WINDOW_MS;
    }
    this.#least = Math.min(this.#least, tookMs);
    this.#startMs ??= cameMs;
    if (cameMs - this.#startMs >= SETTLE_MS) {
      this.#noteMost(this.lateMs(sentMs, cameMs), cameMs);
    }
  }

  lateMs(sentMs: number, nowMs: number): number {
    const least = Math.min(this.#least, this.#leastBefore);
    return least === Infinity ? 0 : Math.max(0, nowMs - sentMs - least);
  }

  #noteMost(lateMs: number, nowMs: number): void {
    const isNew = this.#turn(nowMs);
    if (lateMs > (this.#slots[this.#slot] ?? 0)) {
      this.#slots[this.#slot] = lateMs;
    } else if (!isNew) {
      return;
    }
    const [, second] = findMost(this.#slots);
    const lackedMs = Math.max(0, second - TOLERATED_MS);
    this.#extraMs = Math.min(MAX_EXTRA_MS, Math.ceil(lackedMs / STEP_MS) * STEP_MS);
  }

  #turn(nowMs: number): boolean {
    if (nowMs < this.#slotEndMs) {
      return false;
    }
    const passed = Math.min(SLOTS, Math.floor((nowMs - this.#slotEndMs) / SLOT_MS) + 1);
    for (let i = 0; i < passed; i += 1) {
      this.#slot = (this.#slot + 1) % SLOTS;
      this.#slots[this.#slot] = 0;
    }
    this.#slotEndMs = (Math.floor(nowMs / SLOT_MS) + 1) * SLOT_MS;
    return true;
  }
}

function findMost(values: Float64Array): [number, number] {
  let [most, second] = [0, 0];
  for (const value of values) {
    if (value > most) {
      [most, second] = [value, most];
    } else if (value > second) {
      second = value;
    }
  }
  return [most, second];
}
