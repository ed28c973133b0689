import type { Clock } from "@linedesk/base";
import { DeviceSlot, type SlotState } from "../devices/device-slot.ts";
import type { OpenDevice } from "../devices/sound-device.ts";
import { LineMeter } from "../processing/line-meter.ts";
import { type ChainOptions, SoundChain } from "../processing/sound-chain.ts";
import { BLOCK_FRAMES, BLOCK_MS, toInt16 } from "../sound/block.ts";
import { ElasticWriter } from "../sound/elastic-writer.ts";
import { Reblocker } from "../sound/reblocker.ts";
import { SampleQueue } from "../sound/sound-queue.ts";
import type { CallSound } from "../telephony/voice-line.ts";

interface LineSoundOptions {
  open: OpenDevice;
  toStudio: ChainOptions;
  fromStudio: ChainOptions;
  clock: Clock;
  onDevice: (state: SlotState) => void;
}

/** One direction of a line as its page and its metrics show it. */
export interface DirectionReading {
  peakDbfs: number;
  rmsDbfs: number;
  latencyMs: number;
  driftPpm: number;
  trimmedMs: number;
  refills: number;
}

const INPUT_CAPACITY_FRAMES = 100 * BLOCK_FRAMES;

/**
 * The sound of a line between its call and its device, each at its own clock: both ways through the
 * line's processing, a meter and a queue whose latency is held.
 */
export class LineSound implements CallSound {
  readonly #slot: DeviceSlot;
  readonly #toStudio: SoundChain;
  readonly #fromStudio: SoundChain;
  readonly #meters = { toStudio: new LineMeter(), fromStudio: new LineMeter() };
  readonly #output: ElasticWriter;
  readonly #inputQueue = new SampleQueue(INPUT_CAPACITY_FRAMES);
  readonly #input = new ElasticWriter(this.#inputQueue);
  readonly #fromCall = new Reblocker((block) => this.#play(block));
  readonly #block = new Float32Array(BLOCK_FRAMES);

  constructor({ open, toStudio, fromStudio, clock, onDevice }: LineSoundOptions) {
    const fromDevice = new Reblocker((block) => this.#takeFromDevice(block));
    this.#slot = new DeviceSlot({
      open,
      clock,
      onState: onDevice,
      onInput: (samples) => fromDevice.push(samples),
    });
    this.#output = new ElasticWriter(this.#slot);
    this.#toStudio = new SoundChain(toStudio);
    this.#fromStudio = new SoundChain(fromStudio);
  }

  get device(): SlotState {
    return this.#slot.state;
  }

  get readings(): { toStudio: DirectionReading; fromStudio: DirectionReading } {
    return {
      toStudio: read(this.#meters.toStudio, this.#output),
      fromStudio: read(this.#meters.fromStudio, this.#input),
    };
  }

  /** Of the device and its driver, beyond the queues; and how often they came too late. */
  get deviceReading(): { latencyMs: number; xruns: number } {
    const latencyMs = (this.#slot.latencyFrames() / BLOCK_FRAMES) * BLOCK_MS;
    return { latencyMs, xruns: this.#slot.xruns };
  }

  open(): Promise<void> {
    return this.#slot.open();
  }

  takeFromCall(samples: Float32Array): void {
    this.#fromCall.push(samples);
  }

  /** Silence where the device gives nothing: the call goes on without it. */
  giveToCall(): Int16Array {
    // After a stall several blocks are due at once, and the device has them already.
    this.#slot.drain();
    this.#inputQueue.read(this.#block);
    // WebRTC keeps what it is given.
    return toInt16(this.#block, new Int16Array(BLOCK_FRAMES));
  }

  close(): void {
    this.#slot.close();
  }

  #play(block: Float32Array): void {
    this.#toStudio.apply(block);
    this.#meters.toStudio.add(block);
    // A device that is not there counts no gaps.
    if (this.#slot.state.status === "open") {
      this.#output.push(block);
    }
  }

  #takeFromDevice(block: Float32Array): void {
    this.#fromStudio.apply(block);
    this.#meters.fromStudio.add(block);
    this.#input.push(block);
  }
}

function read(meter: LineMeter, writer: ElasticWriter): DirectionReading {
  const { latencyMs, ppm, trimmedFrames, refills } = writer.counts;
  return {
    peakDbfs: meter.peakDbfs,
    rmsDbfs: meter.rmsDbfs,
    latencyMs,
    driftPpm: ppm,
    trimmedMs: (trimmedFrames / BLOCK_FRAMES) * BLOCK_MS,
    refills,
  };
}
