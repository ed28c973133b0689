import type { Clock } from "@linedesk/base";
import { BLOCK_FRAMES } from "../sound/block.ts";
import { Metronome } from "../sound/metronome.ts";
import { SampleQueue, type SoundQueue } from "../sound/sound-queue.ts";

export interface SoundDevice extends SoundQueue {
  readonly description: string;
  drain?(): void;
  /** The latency beyond the queue, in both directions: the card and its driver. */
  latencyFrames?(): number;
  xruns?(): number;
  /** Repeated calls change nothing. */
  close(): void;
}

export interface DeviceHandlers {
  onInput: (samples: Float32Array) => void;
  onLost: (reason: string) => void;
  onFault: (fault: string | null) => void;
}

/** Opens the device of one line, or throws DeviceError. */
export type OpenDevice = (handlers: DeviceHandlers) => Promise<SoundDevice>;

export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly code = "device";
}

interface PacedOptions {
  description: string;
  nextInput: (block: Float32Array) => void;
  play: (block: Float32Array) => void;
  close: () => void;
}

const CAPACITY_FRAMES = 100 * BLOCK_FRAMES;

export function openPacedDevice(
  clock: Clock,
  { onInput }: Pick<DeviceHandlers, "onInput">,
  { description, nextInput, play, close }: PacedOptions,
): SoundDevice {
  const queue = new SampleQueue(CAPACITY_FRAMES);
  const metronome = new Metronome(clock, () => {
    const played = new Float32Array(BLOCK_FRAMES);
    queue.read(played);
    play(played);
    const input = new Float32Array(BLOCK_FRAMES);
    nextInput(input);
    onInput(input);
  });
  return {
    description,
    levelFrames: () => queue.levelFrames(),
    write: (samples) => queue.write(samples),
    close() {
      metronome.close();
      close();
    },
  };
}
