import { timestampDistance } from "../rtp/rtp.ts";
import { GapFilling } from "./gap-filling.ts";
import { LatePackets } from "./late-packets.ts";
import { SampleRing } from "./sample-ring.ts";
import { POP_MS, TargetDelay } from "./target-delay.ts";
import { fade, TimeScale } from "./time-scale.ts";

/** The decoded sound of one packet, with its arrival time. */
export interface ReceivedAudio {
  sequence: number;
  timestamp: number;
  samples: Int16Array;
  length: number;
  nowMs: number;
  /** The time of the next expected `pop`. */
  nextPopMs: number;
  /**
   * Is true when the packet waited for another packet, or replaces a lost packet. Its arrival time
   * then does not measure the network.
   */
  isDelayed?: boolean;
}

const MAX_PACKET_MS = 200;
const MAX_AHEAD_MS = 500;
/** A packet that begins more than this time before the head belongs to another stream. */
const MAX_LATE_MS = 1000;
/** The minimum slack that the buffer gives the first packet of a stream. */
const FIRST_SLACK_MS = 4;
/**
 * The buffer skips an excess of sound above this limit in one step, and removes a smaller excess
 * period by period.
 */
const JUMP_MS = 60;

/**
 * An adaptive jitter buffer that counts in samples, not packets. The head is the timestamp to play
 * next. A packet's slack is the time between its arrival and the pop of its first sample. A late
 * packet moves the head back by the missing time. The buffer removes slack that no packet needed
 * for 4 s. If packets come too late within a minute after a removal, it then removes only slack
 * that no packet needed for a minute. It inserts time before a slow sender's packets come too late.
 * It removes and inserts whole periods of periodic sound. On a quiet network a packet therefore
 * waits 4..24 ms, and on any network at most 60 ms. The buffer conceals missing sound. It allocates
 * its memory, for 1 s, once.
 */
export class JitterBuffer {
  readonly #perMs: number;
  readonly #popSamples: number;
  readonly #ring: SampleRing;
  readonly #seen = new Int32Array(64).fill(-1);
  readonly #gapFilling: GapFilling;
  readonly #latePackets = new LatePackets();
  readonly #targetDelay: TargetDelay;
  readonly #timeScale: TimeScale;
  #head: number | null = null;
  #newestEnd = 0;
  /** No sample is missing between the head and this timestamp. */
  #wholeEnd = 0;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
    this.#popSamples = POP_MS * this.#perMs;
    this.#ring = new SampleRing(sampleRate);
    this.#gapFilling = new GapFilling(this.#ring, sampleRate);
    this.#targetDelay = new TargetDelay(sampleRate);
    this.#timeScale = new TimeScale(sampleRate);
  }

  get late(): number {
    return this.#latePackets.dropped;
  }

  /** Sets how early packets must arrive, for a decoder that needs the packet after a lost one. */
  setReserve(reserveMs: number): void {
    this.#targetDelay.setReserve(reserveMs);
  }

  /** The smallest slack of the packets of about the last second, or `null` without packets. */
  get slackMs(): number | null {
    return this.#targetDelay.slackMs;
  }

  /** Delays later pops by `byMs`. The buffer may then remove `excessMs` of the waiting sound. */
  delayPops(byMs: number, excessMs: number): void {
    this.#targetDelay.delayPops(byMs, excessMs);
  }

  holds(length: number): boolean {
    return this.#head !== null && timestampDistance(this.#wholeEnd, this.#head) >= length;
  }

  isPast(timestamp: number): boolean {
    return this.#head !== null && timestampDistance(timestamp, this.#head) < 0;
  }

  get depthMs(): number {
    if (this.#head === null) {
      return 0;
    }
    return Math.max(0, timestampDistance(this.#newestEnd, this.#head)) / this.#perMs;
  }

  reset(): void {
    this.#head = null;
    this.#ring.clear();
    this.#seen.fill(-1);
    this.#targetDelay.reset();
    this.#latePackets.reset();
  }

  put(audio: ReceivedAudio): void {
    if (audio.length === 0 || audio.length > MAX_PACKET_MS * this.#perMs) {
      return;
    }
    if (this.#isDuplicate(audio.sequence)) {
      return;
    }
    const untilPopMs = Math.max(0, Math.min(POP_MS, audio.nextPopMs - audio.nowMs));
    const head = this.#head ?? this.#anchor(audio, untilPopMs);
    const offset = timestampDistance(audio.timestamp, head);
    if (offset > MAX_AHEAD_MS * this.#perMs || offset < -MAX_LATE_MS * this.#perMs) {
      this.reset();
      this.#anchor(audio, untilPopMs);
    } else if (offset < 0 && !this.#makeRoom(audio, offset)) {
      return;
    }
    this.#latePackets.endRun();
    this.#write(audio);
    if (audio.isDelayed === true) {
      return;
    }
    const ahead = timestampDistance(audio.timestamp, this.#head ?? 0);
    this.#targetDelay.note(ahead, audio.length, untilPopMs);
  }

  #anchor(audio: ReceivedAudio, untilPopMs: number): number {
    // A pop takes whole packets, so waiting for a part of a packet would gain nothing.
    const packetSamples = Math.min(this.#popSamples, audio.length);
    const lastMs = untilPopMs - (this.#popSamples - packetSamples) / this.#perMs;
    const lackMs = Math.max(0, FIRST_SLACK_MS - lastMs);
    const wait = Math.ceil((lackMs * this.#perMs) / packetSamples) * packetSamples;
    this.#head = (audio.timestamp - wait) >>> 0;
    this.#wholeEnd = this.#head;
    this.#newestEnd = (audio.timestamp + audio.length) >>> 0;
    return this.#head;
  }

  #isDuplicate(sequence: number): boolean {
    const slot = sequence & 63;
    if (this.#seen[slot] === sequence) {
      return true;
    }
    this.#seen[slot] = sequence;
    return false;
  }

  /** Makes space for a packet whose time to play has begun. Returns true if it fits now. */
  #makeRoom(audio: ReceivedAudio, offset: number): boolean {
    const head = this.#head ?? 0;
    const end = (audio.timestamp + audio.length) >>> 0;
    const isNewest = timestampDistance(end, this.#newestEnd) >= 0;
    const lateMs = -offset / this.#perMs;
    switch (this.#latePackets.judge({ lateMs, isNewest, nowMs: audio.nowMs })) {
      case "drop":
        return false;
      case "move_head":
        this.#head = (head + offset) >>> 0;
        this.#wholeEnd = this.#head;
        this.#targetDelay.noteLate();
        return true;
      case "start_anew":
        this.reset();
        this.#anchor(audio, 0);
        return true;
    }
  }

  #write({ samples, length, timestamp }: ReceivedAudio): void {
    this.#ring.write(timestamp, samples, length);
    const end = (timestamp + length) >>> 0;
    if (timestampDistance(end, this.#newestEnd) > 0) {
      this.#newestEnd = end;
    }
    if (timestampDistance(this.#newestEnd, this.#head ?? 0) < 0) {
      this.#newestEnd = end;
    }
    if (timestampDistance(timestamp, this.#wholeEnd) <= 0) {
      this.#extendWhole(end);
    }
  }

  /**
   * Extends the part without gaps to `end`, and further over sound after `end` that arrived early.
   */
  #extendWhole(end: number): void {
    if (timestampDistance(end, this.#wholeEnd) > 0) {
      this.#wholeEnd = end;
    }
    while (
      timestampDistance(this.#newestEnd, this.#wholeEnd) > 0 &&
      this.#ring.has(this.#wholeEnd)
    ) {
      this.#wholeEnd = (this.#wholeEnd + 1) >>> 0;
    }
  }

  /** Fills `out` with the next `length` samples. Returns the number of them that were received. */
  pop(out: Int16Array, length: number): number {
    if (this.#head === null) {
      out.fill(0, 0, length);
      return 0;
    }
    if (this.#targetDelay.advance()) {
      this.#latePackets.forgetOldest();
    }
    // Almost always all samples are present.
    const isWhole = !this.#gapFilling.isBlending && this.holds(length);
    const real = isWhole ? length : this.#gapFilling.take(this.#head, out, length);
    if (isWhole) {
      this.#ring.take(this.#head, out, length);
    }
    if (real === length && this.#targetDelay.wanted !== 0) {
      this.#rescale(out, length);
    }
    if (real === length) {
      this.#gapFilling.remember(out, length);
    }
    this.#head = ((this.#head ?? 0) + length) >>> 0;
    if (!isWhole) {
      this.#extendWhole(this.#head);
    }
    return real;
  }

  /** Removes or inserts as much sound as is possible in this block without an audible effect. */
  #rescale(out: Int16Array, length: number): void {
    const head = this.#head ?? 0;
    const { samples, mask } = this.#ring;
    const target = { samples, mask, at: head & mask };
    const { wanted } = this.#targetDelay;
    const isJump = wanted > JUMP_MS * this.#perMs;
    const lag = isJump ? wanted : this.#timeScale.lag(target, length, wanted);
    // If time is inserted (`lag` < 0), the sound before the head is played again. That sound is
    // still in the ring.
    if (lag === 0 || timestampDistance(this.#wholeEnd, head) < length + lag) {
      return;
    }
    fade(target, { out, length, lag });
    if (lag > 0) {
      this.#ring.mark(head + length, lag, 0);
    }
    // Time is inserted: the end of this block is played twice.
    else {
      this.#ring.mark(head + length + lag, -lag, 1);
    }
    this.#head = (head + lag) >>> 0;
    this.#targetDelay.moved(lag);
  }
}
