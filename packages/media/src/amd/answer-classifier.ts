import { pureToneHz, rootMeanSquare, VoiceActivity } from "@linedesk/audio";
import { TICK_MS } from "../tick.ts";
import { MIN_BEEP_MS, type AmdSound } from "./amd-state.ts";

const beepHz = { lowest: 350, highest: 2600 };
/** CED of T.30: 2100 Hz, which a fax machine answers with for some seconds. */
const faxHz = { lowest: 2075, highest: 2125 };
/** Its phase may be turned every 450 ms (V.8), and the run of one tone begins anew. */
const FAX_MS = 400;
const SAME_TONE_HZ = 20;
/** Tones with less than this between them belong together. */
const BETWEEN_TONES_MS = 100;
/** So many are a network's announcement (the tri-tone of Q.35) or a melody, and no beep. */
const MELODY_TONES = 3;
const ABOVE_FLOOR_DB = 12;
const MIN_VOICE_DBFS = -50;
/** So loud it is a voice even in a place whose noise is not known yet. */
const CERTAIN_VOICE_DBFS = -30;
const HISTORY_BLOCKS = 5;
const VOICED_BLOCKS = 3;

const quiet: AmdSound = { type: "quiet" };
const voice: AmdSound = { type: "voice" };
const beep: AmdSound = { type: "beep" };
const fax: AmdSound = { type: "fax" };

/** Makes of each block what matters for the question of who answered. */
export class AnswerClassifier {
  readonly #activity = new VoiceActivity();
  #history = 0;
  #toneHz = 0;
  #toneMs = 0;
  /** Long tones that belong together, and how long the last of them is over. */
  #tones = 0;
  #sinceToneMs = 0;

  classify(block: Int16Array, sampleRate: number): AmdSound {
    const frequencyHz = pureToneHz(block, sampleRate);
    if (frequencyHz !== null && isWithin(frequencyHz, beepHz)) {
      return this.#tone(frequencyHz);
    }
    this.#endTone();
    const isVoiced = this.#isVoiced(block);
    if (this.#wasBeep()) {
      return beep;
    }
    return isVoiced ? voice : quiet;
  }

  #endTone(): void {
    if (this.#toneMs >= MIN_BEEP_MS) {
      this.#tones += 1;
    }
    this.#toneMs = 0;
  }

  /** Known when nothing more of the kind has come for a while. */
  #wasBeep(): boolean {
    this.#sinceToneMs += TICK_MS;
    if (this.#tones === 0 || this.#sinceToneMs < BETWEEN_TONES_MS) {
      return false;
    }
    const isBeep = this.#tones < MELODY_TONES;
    this.#tones = 0;
    return isBeep;
  }

  #tone(frequencyHz: number): AmdSound {
    const isSame = Math.abs(frequencyHz - this.#toneHz) <= SAME_TONE_HZ;
    if (!isSame) {
      this.#endTone();
    }
    this.#toneMs += TICK_MS;
    this.#sinceToneMs = 0;
    this.#toneHz = frequencyHz;
    this.#history = 0;
    if (this.#toneMs >= FAX_MS && isWithin(frequencyHz, faxHz)) {
      return fax;
    }
    return { type: "tone", lengthMs: this.#toneMs };
  }

  /** A click is no voice, and a lost packet no pause: it takes most of 100 ms. */
  #isVoiced(block: Int16Array): boolean {
    const levelDbfs = 20 * Math.log10(Math.max(1, rootMeanSquare(block)) / 32_768);
    this.#activity.advance(levelDbfs);
    const above = Math.max(this.#activity.floorDbfs + ABOVE_FLOOR_DB, MIN_VOICE_DBFS);
    const isLoud = levelDbfs > Math.min(above, CERTAIN_VOICE_DBFS);
    this.#history = ((this.#history << 1) | (isLoud ? 1 : 0)) & ((1 << HISTORY_BLOCKS) - 1);
    return ones(this.#history) >= VOICED_BLOCKS;
  }
}

function isWithin(frequencyHz: number, range: { lowest: number; highest: number }): boolean {
  return frequencyHz >= range.lowest && frequencyHz <= range.highest;
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest >>= 1) {
    count += rest & 1;
  }
  return count;
}
