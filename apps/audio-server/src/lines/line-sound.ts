import type { Clock } from "@linedesk/base";
import { DeviceSlot, type SlotState } from "../devices/device-slot.ts";
import type { OpenDevice } from "../devices/sound-device.ts";
import { LineMeter } from "../processing/line-meter.ts";
import { type ChainOptions, SoundChain } from "../processing/sound-chain.ts";
import { BLOCK_FRAMES, BLOCK_MS, Reblocker } from "../sound/block.ts";
import { CallFeed } from "../sound/call-feed.ts";
import { ElasticWriter } from "../sound/elastic-writer.ts";
import { TARGET_FRAMES } from "../sound/fill-control.ts";
import { UnderrunWatch } from "../sound/underrun-watch.ts";
import type { CallSound, UnderrunListener } from "../telephony/voice-line.ts";

interface LineSoundOptions {
  open: OpenDevice;
  toStudio: ChainOptions;
  fromStudio: ChainOptions;
  clock: Clock;
  onDevice: (state: SlotState) => void;
}

export interface DirectionReading {
  peakDbfs: number;
  rmsDbfs: number;
  latencyMs: number;
  driftPpm: number;
  trimmedMs: number;
  refills: number;
}

/** After a longer pause, the next sound counts as that of another call. */
const PAUSE_MS = 500;

/**
 * Carries the sound of a line between its call and its device, which have different clocks. Each
 * direction passes the line's processing and a meter. Sound for the device waits in a queue of
 * constant latency. Sound for the call does not wait, because the far end's receiver follows the
 * device's clock.
 */
export class LineSound implements CallSound {
  readonly #slot: DeviceSlot;
  readonly #toStudio: SoundChain;
  readonly #fromStudio: SoundChain;
  readonly #meters = { toStudio: new LineMeter(), fromStudio: new LineMeter() };
  readonly #output: ElasticWriter;
  readonly #feed: CallFeed;
  readonly #fromCall = new Reblocker((block) => this.#play(block));
  readonly #clock: Clock;
  readonly #underrunWatch = new UnderrunWatch();
  #takenMs = -Infinity;
  #lateFrames = 0;
  #moreMs = 0;
  #listener: UnderrunListener | null = null;
  #cancelCheck: () => void = () => undefined;

  constructor({ open, toStudio, fromStudio, clock, onDevice }: LineSoundOptions) {
    const fromDevice = new Reblocker((block) => this.#takeFromDevice(block));
    this.#clock = clock;
    this.#slot = new DeviceSlot({
      open,
      clock,
      onState: onDevice,
      onInput: (samples) => fromDevice.push(samples),
    });
    this.#feed = new CallFeed(clock, () => this.#slot.drain());
    this.#output = new ElasticWriter(this.#slot, TARGET_FRAMES, setImmediate);
    this.#toStudio = new SoundChain(toStudio);
    this.#fromStudio = new SoundChain(fromStudio);
  }

  get device(): SlotState {
    return this.#slot.state;
  }

  get readings(): { toStudio: DirectionReading; fromStudio: DirectionReading } {
    return {
      toStudio: {
        ...readLevels(this.#meters.toStudio),
        ...readWriter(this.#output),
        latencyMs: Math.max(0, this.#output.counts.latencyMs - this.waitForLateMs),
      },
      fromStudio: {
        ...readLevels(this.#meters.fromStudio),
        ...NOTHING_WAITS,
        refills: this.#feed.gaps,
      },
    };
  }

  get deviceReading(): { latencyMs: number; xruns: number } {
    const latencyMs = (this.#slot.latencyFrames() / BLOCK_FRAMES) * BLOCK_MS;
    return { latencyMs, xruns: this.#slot.xruns };
  }

  open(): Promise<void> {
    return this.#slot.open();
  }

  get waitForLateMs(): number {
    return this.#listener === null ? 0 : BLOCK_MS + this.#moreMs;
  }

  get concealments(): number {
    return this.#output.counts.concealments;
  }

  takeFromCall(samples: Float32Array, lateMs = 0): void {
    const nowMs = this.#clock.elapsedMs();
    if (nowMs - this.#takenMs > PAUSE_MS) {
      this.#output.begin();
    }
    this.#takenMs = nowMs;
    this.#lateFrames = (lateMs * BLOCK_FRAMES) / BLOCK_MS;
    this.#fromCall.push(samples);
    this.#scheduleCheck(this.#underrunWatch.noteWrite(this.#slot.levelFrames()));
  }

  concealLate(frames: number): boolean {
    return this.#slot.state.status === "open" && this.#output.concealLate(frames);
  }

  setMargin(ms: number): void {
    this.#moreMs = ms;
    this.#output.setMargin((ms * BLOCK_FRAMES) / BLOCK_MS);
  }

  requestBeforeUnderrun(listener: UnderrunListener | null): void {
    this.#listener = listener;
    if (listener === null) {
      this.setMargin(0);
      this.#cancelCheck();
    }
  }

  sendToCall(take: (samples: Int16Array) => void): void {
    this.#feed.follow(take);
  }

  close(): void {
    this.#cancelCheck();
    this.#feed.close();
    this.#slot.close();
  }

  #play(block: Float32Array): void {
    this.#toStudio.apply(block);
    this.#meters.toStudio.add(block);
    if (this.#slot.state.status === "open") {
      this.#output.push(block, this.#lateFrames);
    }
  }

  #scheduleCheck(ms: number): void {
    this.#cancelCheck();
    if (this.#listener !== null) {
      this.#cancelCheck = this.#clock.after(ms, () => this.#checkUnderrun());
    }
  }

  #checkUnderrun(): void {
    const level = this.#slot.levelFrames();
    const nowMs = this.#clock.elapsedMs();
    const waitMs = this.#underrunWatch.check(level, nowMs);
    if (waitMs > 0) {
      this.#scheduleCheck(waitMs);
      return;
    }
    const takenMs = this.#takenMs;
    this.#output.inTime(() => this.#listener?.endWait());
    if (this.#takenMs === takenMs && this.concealLate(BLOCK_FRAMES)) {
      this.#listener?.noteConcealed(BLOCK_FRAMES);
      this.#scheduleCheck(this.#underrunWatch.noteWrite(this.#slot.levelFrames()));
    }
  }

  #takeFromDevice(block: Float32Array): void {
    this.#fromStudio.apply(block);
    this.#meters.fromStudio.add(block);
    this.#feed.push(block);
  }
}

const NOTHING_WAITS = { latencyMs: 0, driftPpm: 0, trimmedMs: 0 };

function readLevels({ peakDbfs, rmsDbfs }: LineMeter) {
  return { peakDbfs, rmsDbfs };
}

function readWriter(writer: ElasticWriter) {
  const { latencyMs, ppm, trimmedFrames, refills } = writer.counts;
  const trimmedMs = (trimmedFrames / BLOCK_FRAMES) * BLOCK_MS;
  return { latencyMs, driftPpm: ppm, trimmedMs, refills };
}
