const HISTORY_BLOCKS = 5;
const ONSET_BLOCKS = 3;
const HANG_OVER_BLOCKS = 30;
const LEARNING_BLOCKS = 10;
const WINDOW_BLOCKS = 25;
const WINDOWS = 8;
/** Below this level there is no sound: digital silence, a muted microphone, or missing packets. */
const ABSENT_DBFS = -85;
const LOWEST_FLOOR_DBFS = -70;
/** With this limit, shouting over loud noise still counts as speech. */
const HIGHEST_FLOOR_DBFS = -32;
const START_ABOVE_FLOOR_DB = 12;
const STAY_ABOVE_FLOOR_DB = 6;
const MIN_START_DBFS = -50;
const MIN_STAY_DBFS = -55;

/**
 * Detects the beginning and end of speech from the level of each 20 ms block. The noise floor is
 * the quietest 60 ms of the last 4 s, so a hum counts as background after 4 s. Speech begins when
 * the level is 12 dB above the floor, and above -50 dBFS, for 60 ms of 100 ms. It continues while
 * the level is 6 dB above the floor and above -55 dBFS, and ends when the level has been lower for
 * 600 ms.
 */
export class VoiceActivity {
  readonly #minima = new Float64Array(WINDOWS).fill(Infinity);
  readonly #recent = new Float64Array(3).fill(-Infinity);
  #isSpeaking = false;
  #blocks = 0;
  #learnt = 0;
  #history = 0;
  #quiet = 0;
  #floorDbfs = LOWEST_FLOOR_DBFS;

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** Is true while recent blocks are loud and the next blocks decide whether they are speech. */
  get isUndecided(): boolean {
    return !this.#isSpeaking && this.#history !== 0;
  }

  get floorDbfs(): number {
    return this.#floorDbfs;
  }

  /** Processes the level of the next 20 ms. Returns true if `isSpeaking` changes. */
  advance(levelDbfs: number): boolean {
    if (levelDbfs > ABSENT_DBFS) {
      this.#updateFloor(levelDbfs);
    }
    return this.#isSpeaking ? this.#mayStop(levelDbfs) : this.#mayStart(levelDbfs);
  }

  #mayStart(levelDbfs: number): boolean {
    const threshold = Math.max(this.#floorDbfs + START_ABOVE_FLOOR_DB, MIN_START_DBFS);
    const isLoud = levelDbfs > threshold && this.#learnt >= LEARNING_BLOCKS;
    this.#history = ((this.#history << 1) | (isLoud ? 1 : 0)) & ((1 << HISTORY_BLOCKS) - 1);
    if (ones(this.#history) < ONSET_BLOCKS) {
      return false;
    }
    this.#isSpeaking = true;
    this.#quiet = 0;
    return true;
  }

  #mayStop(levelDbfs: number): boolean {
    const threshold = Math.max(this.#floorDbfs + STAY_ABOVE_FLOOR_DB, MIN_STAY_DBFS);
    this.#quiet = levelDbfs > threshold ? 0 : this.#quiet + 1;
    if (this.#quiet < HANG_OVER_BLOCKS) {
      return false;
    }
    this.#isSpeaking = false;
    this.#history = 0;
    return true;
  }

  /**
   * Updates the floor from the loudest of three consecutive blocks, so that a single quiet block,
   * such as one of a lost packet, does not set the floor.
   */
  #updateFloor(levelDbfs: number): void {
    const recent = this.#recent;
    recent[this.#blocks % recent.length] = levelDbfs;
    const window = Math.floor(this.#blocks / WINDOW_BLOCKS) % WINDOWS;
    if (this.#blocks % WINDOW_BLOCKS === 0) {
      this.#minima[window] = Infinity;
    }
    const loudest = Math.max(recent[0] ?? 0, recent[1] ?? 0, recent[2] ?? 0);
    this.#minima[window] = Math.min(this.#minima[window] ?? Infinity, loudest);
    this.#blocks += 1;
    if (this.#learnt < LEARNING_BLOCKS) {
      this.#learnt += 1;
    }
    let floor = Infinity;
    for (let i = 0; i < WINDOWS; i += 1) {
      floor = Math.min(floor, this.#minima[i] ?? Infinity);
    }
    this.#floorDbfs = Math.min(HIGHEST_FLOOR_DBFS, Math.max(LOWEST_FLOOR_DBFS, floor));
  }
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest >>= 1) {
    count += rest & 1;
  }
  return count;
}
