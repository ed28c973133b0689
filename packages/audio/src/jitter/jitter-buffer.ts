import { Concealment } from "./concealment.ts";
import { timestampDistance } from "../rtp/rtp.ts";
import { fade, TimeScale } from "./time-scale.ts";

/** One packet's audio, decoded, and when it came. */
export interface ArrivedAudio {
  sequence: number;
  timestamp: number;
  samples: Int16Array;
  length: number;
  nowMs: number;
  /** When `pop` is expected next. */
  nextPopMs: number;
  /** It waited for another one, or was made up: when it came says nothing of the network. */
  isDelayed?: boolean;
}

/** Of 8 kHz: the least power of two that holds a second. */
const ringSamples = 8192;
const maxPacketMs = 200;
const maxAheadMs = 500;
/** Further away than this is another stream, not jitter. */
const maxLateMs = 1000;
/** Slack that a first packet gets at least, and that the buffer keeps on a quiet network. */
const firstSlackMs = 6;
const calmSlackMs = 4;
/** On a network that varies by no more than this, less slack than that is a clock that runs late. */
const steadyMs = 3;
const lowSlackMs = 1.5;
/** How far a late packet may move the head, and how much slack there ever is. */
const maxLateMoveMs = 40;
const maxSlackMs = 60;
const popMs = 20;
const popsPerWindow = 50;
const windows = 4;
const blendMs = 4;
const hopelessMs = 60;
/** More than this is jumped over at once; less is taken out period by period. */
const jumpMs = 60;

/**
 * An adaptive jitter buffer that counts in samples, not packets. The head is the timestamp that is
 * played next; a packet's slack is how long it came before the pop that takes its first sample. A
 * late packet moves the head back by what it lacked; what nobody needed for 4 s is taken out again,
 * and before a slow sender's packets come too late, time is put in. Both happen by whole periods of
 * the sound where it repeats itself. So a quiet network waits 4..24 ms and no network more than 60.
 * What is missing is concealed. All memory is allocated once: 1 s.
 */
export class JitterBuffer {
  readonly #perMs: number;
  readonly #popSamples: number;
  readonly #blendSamples: number;
  readonly #ringMask: number;
  readonly #ring: Int16Array;
  readonly #filled: Uint8Array;
  readonly #seen = new Int32Array(64).fill(-1);
  readonly #concealment: Concealment;
  /** Per window of a second: by how many samples the head could have been further on. */
  readonly #spare = new Float64Array(windows).fill(Infinity);
  #head: number | null = null;
  #newestEnd = 0;
  /** From the head up to here nothing is missing. */
  #wholeEnd = 0;
  #window = 0;
  #pops = 0;
  /** Samples to take out, or where negative to put in. */
  #skip = 0;
  /** Of the packets of this second. */
  #leastSlackMs = Infinity;
  #mostSlackMs = -Infinity;
  readonly #timeScale: TimeScale;
  #blend = 0;
  #stragglers = 0;
  #lateSinceMs: number | null = null;
  #late = 0;
  #reserveMs = 0;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
    this.#popSamples = popMs * this.#perMs;
    this.#blendSamples = blendMs * this.#perMs;
    const samples = ringSamples * 2 ** Math.ceil(Math.log2(sampleRate / 8000));
    this.#ringMask = samples - 1;
    this.#ring = new Int16Array(samples);
    this.#filled = new Uint8Array(samples);
    this.#concealment = new Concealment(sampleRate);
    this.#timeScale = new TimeScale(sampleRate);
  }

  /** Packets that came too late to be heard. */
  get late(): number {
    return this.#late;
  }

  /** Packets are to be here so long before their turn, for who needs the next one with a lost one. */
  setReserve(reserveMs: number): void {
    this.#reserveMs = reserveMs;
  }

  /** Is the next pop of so many samples all here? */
  holds(length: number): boolean {
    return this.#head !== null && timestampDistance(this.#wholeEnd, this.#head) >= length;
  }

  /** Was the sample of that timestamp played already? */
  isPast(timestamp: number): boolean {
    return this.#head !== null && timestampDistance(timestamp, this.#head) < 0;
  }

  /** Audio that waits now. */
  get depthMs(): number {
    if (this.#head === null) return 0;
    return Math.max(0, timestampDistance(this.#newestEnd, this.#head)) / this.#perMs;
  }

  reset(): void {
    this.#head = null;
    this.#filled.fill(0);
    this.#seen.fill(-1);
    this.#spare.fill(Infinity);
    this.#leastSlackMs = Infinity;
    this.#mostSlackMs = -Infinity;
    this.#skip = 0;
    this.#stragglers = 0;
    this.#lateSinceMs = null;
  }

  put(audio: ArrivedAudio): void {
    if (audio.length === 0 || audio.length > maxPacketMs * this.#perMs) return;
    if (this.#isDuplicate(audio.sequence)) return;
    const untilPopMs = Math.max(0, Math.min(popMs, audio.nextPopMs - audio.nowMs));
    const head = this.#head ?? this.#anchor(audio, untilPopMs);
    const offset = timestampDistance(audio.timestamp, head);
    if (offset > maxAheadMs * this.#perMs || offset < -maxLateMs * this.#perMs) {
      this.reset();
      this.#anchor(audio, untilPopMs);
    } else if (offset < 0 && !this.#makeRoom(audio, offset)) return;
    this.#lateSinceMs = null;
    this.#write(audio);
    if (audio.isDelayed !== true) this.#noteSlack(audio, untilPopMs);
  }

  #anchor(audio: ArrivedAudio, untilPopMs: number): number {
    // A pop takes whole packets, so that less than a pop's length more would gain nothing.
    const wait = untilPopMs < firstSlackMs ? this.#popSamples : 0;
    this.#head = (audio.timestamp - wait) >>> 0;
    this.#wholeEnd = this.#head;
    this.#newestEnd = (audio.timestamp + audio.length) >>> 0;
    return this.#head;
  }

  #isDuplicate(sequence: number): boolean {
    const slot = sequence & 63;
    if (this.#seen[slot] === sequence) return true;
    this.#seen[slot] = sequence;
    return false;
  }

  /** A packet whose turn has begun: true where the head was moved back for it. */
  #makeRoom(audio: ArrivedAudio, offset: number): boolean {
    const head = this.#head ?? 0;
    const end = (audio.timestamp + audio.length) >>> 0;
    const isNewest = timestampDistance(end, this.#newestEnd) >= 0;
    if (!isNewest) this.#stragglers += 1;
    const lateMs = -offset / this.#perMs;
    // One packet overtaken by others is lost; a network that does it again needs a deeper buffer.
    const isWorthIt = lateMs <= maxLateMoveMs && (isNewest || this.#stragglers > 1);
    if (isWorthIt) {
      this.#head = (head + offset) >>> 0;
      this.#wholeEnd = this.#head;
      this.#spare.fill(Infinity);
      this.#skip = 0;
      return true;
    }
    this.#late += 1;
    this.#lateSinceMs ??= audio.nowMs;
    // All late for a while: the sender's clock stood still, so this is the new time.
    if (audio.nowMs - this.#lateSinceMs < hopelessMs || !isNewest) return false;
    this.reset();
    this.#anchor(audio, 0);
    return true;
  }

  #write(audio: ArrivedAudio): void {
    const head = this.#head ?? 0;
    const { samples, length, timestamp } = audio;
    const ring = this.#ring;
    const at = timestamp & this.#ringMask;
    const first = Math.min(length, ring.length - at);
    for (let i = 0; i < first; i += 1) ring[at + i] = samples[i] ?? 0;
    for (let i = first; i < length; i += 1) ring[i - first] = samples[i] ?? 0;
    this.#mark(timestamp, length, 1);
    const end = (timestamp + length) >>> 0;
    if (timestampDistance(end, this.#newestEnd) > 0) this.#newestEnd = end;
    if (timestampDistance(this.#newestEnd, head) < 0) this.#newestEnd = end;
    if (timestampDistance(timestamp, this.#wholeEnd) <= 0) this.#extendWhole(end);
  }

  /** Notes of so many samples whether they are there. */
  #mark(timestamp: number, length: number, isThere: 0 | 1): void {
    const filled = this.#filled;
    const at = timestamp & this.#ringMask;
    const beyond = at + length - filled.length;
    filled.fill(isThere, at, at + length);
    if (beyond > 0) filled.fill(isThere, 0, beyond);
  }

  /** All up to `end` is there now, and with it what came before its turn. */
  #extendWhole(end: number): void {
    if (timestampDistance(end, this.#wholeEnd) > 0) this.#wholeEnd = end;
    while (
      timestampDistance(this.#newestEnd, this.#wholeEnd) > 0 &&
      this.#filled[this.#wholeEnd & this.#ringMask] === 1
    ) {
      this.#wholeEnd = (this.#wholeEnd + 1) >>> 0;
    }
  }

  #noteSlack(audio: ArrivedAudio, untilPopMs: number): void {
    const ahead = timestampDistance(audio.timestamp, this.#head ?? 0);
    const kept = this.#reserveMs * this.#perMs;
    const spare = ahead - kept - (untilPopMs < calmSlackMs ? this.#popSamples : 0);
    const lowest = this.#spare[this.#window] ?? Infinity;
    if (spare < lowest) this.#spare[this.#window] = spare;
    const slackMs = Math.floor(ahead / this.#popSamples) * popMs + untilPopMs;
    this.#leastSlackMs = Math.min(this.#leastSlackMs, slackMs);
    this.#mostSlackMs = Math.max(this.#mostSlackMs, slackMs);
    const tooMuchMs = slackMs - maxSlackMs - this.#reserveMs;
    if (tooMuchMs > 0) this.#skip = Math.max(this.#skip, Math.ceil(tooMuchMs * this.#perMs));
  }

  /** Fills `out` with the next `length` samples; answers how many of them were really received. */
  pop(out: Int16Array, length: number): number {
    if (this.#head === null) {
      out.fill(0, 0, length);
      return 0;
    }
    this.#adapt();
    const isWhole = this.#blend === 0 && this.holds(length);
    const real = isWhole ? this.#copy(out, length) : this.#take(out, length);
    if (real === length && this.#skip !== 0) this.#rescale(out, length);
    if (real === length) this.#concealment.remember(out, length);
    this.#head = ((this.#head ?? 0) + length) >>> 0;
    if (!isWhole) this.#extendWhole(this.#head);
    return real;
  }

  /** As `#take` where nothing is missing, which is almost always. */
  #copy(out: Int16Array, length: number): number {
    const head = this.#head ?? 0;
    const ring = this.#ring;
    const at = head & this.#ringMask;
    const first = Math.min(length, ring.length - at);
    for (let i = 0; i < first; i += 1) out[i] = ring[at + i] ?? 0;
    for (let i = first; i < length; i += 1) out[i] = ring[i - first] ?? 0;
    this.#mark(head, length, 0);
    return length;
  }

  #take(out: Int16Array, length: number): number {
    const head = this.#head ?? 0;
    let real = 0;
    for (let i = 0; i < length; i += 1) {
      const at = (head + i) & this.#ringMask;
      if (this.#filled[at] === 1) {
        this.#filled[at] = 0;
        real += 1;
        out[i] = this.#blend > 0 ? this.#blended(this.#ring[at] ?? 0) : (this.#ring[at] ?? 0);
      } else {
        this.#blend = this.#blendSamples;
        out[i] = this.#concealment.isSilent ? 0 : this.#concealment.next();
      }
    }
    return real;
  }

  #blended(sample: number): number {
    const share = this.#blend / this.#blendSamples;
    this.#blend -= 1;
    return Math.round(sample * (1 - share) + this.#concealment.next() * share);
  }

  /** Once a second: takes out the slack that no packet of the last four seconds needed. */
  #adapt(): void {
    this.#pops += 1;
    if (this.#pops < popsPerWindow) return;
    this.#pops = 0;
    this.#followClock();
    this.#stragglers = Math.max(0, this.#stragglers - 1);
    let lowest = Infinity;
    let isWhole = true;
    for (const spare of this.#spare) {
      lowest = Math.min(lowest, spare);
      if (spare === Infinity) isWhole = false;
    }
    if (isWhole && lowest >= calmSlackMs * this.#perMs) this.#skip = Math.max(this.#skip, lowest);
    this.#window = (this.#window + 1) % windows;
    this.#spare[this.#window] = Infinity;
  }

  /** Each packet of a slow sender comes later than the one before: time is put in before one misses. */
  #followClock(): void {
    const isSteady = this.#mostSlackMs - this.#leastSlackMs <= steadyMs;
    const isLow = isSteady && this.#leastSlackMs < lowSlackMs;
    if (isLow || this.#leastSlackMs < this.#reserveMs) this.#skip = -this.#popSamples;
    else if (this.#skip < 0) this.#skip = 0;
    this.#leastSlackMs = Infinity;
    this.#mostSlackMs = -Infinity;
  }

  /** Takes out or puts in as much of `#skip` as sounds well in this block. */
  #rescale(out: Int16Array, length: number): void {
    const head = this.#head ?? 0;
    const ring = { samples: this.#ring, mask: this.#ringMask, at: head & this.#ringMask };
    const isJump = this.#skip > jumpMs * this.#perMs;
    const lag = isJump ? this.#skip : this.#timeScale.lag(ring, length, this.#skip);
    // What lies before was just played, and is still there.
    if (lag === 0 || timestampDistance(this.#wholeEnd, head) < length + lag) return;
    fade(ring, { out, length, lag });
    if (lag > 0) this.#mark(head + length, lag, 0);
    // Put in: the end of this block is played once more.
    else this.#mark(head + length + lag, -lag, 1);
    this.#head = (head + lag) >>> 0;
    this.#skip -= lag;
    for (let i = 0; i < windows; i += 1) this.#spare[i] = (this.#spare[i] ?? 0) - lag;
  }
}
