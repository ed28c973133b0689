import type { Clock } from "@linedesk/base";
import type { SoundQueue } from "../sound/sound-queue.ts";
import type { OpenDevice, SoundDevice } from "./sound-device.ts";

export type SlotState =
  | { status: "opening" }
  | { status: "open"; description: string }
  | { status: "lost"; reason: string };

interface SlotDeps {
  open: OpenDevice;
  onInput: (samples: Float32Array) => void;
  /** Each change, and nothing in between. */
  onState: (state: SlotState) => void;
  clock: Clock;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5_000;

/**
 * The line's device, whichever comes and goes: one that disappears is opened again by its name
 * after 0.5 s, then less often, every 5 s at last. What is written meanwhile is dropped.
 */
export class DeviceSlot implements SoundQueue {
  readonly #deps: SlotDeps;
  #device: SoundDevice | null = null;
  #state: SlotState = { status: "opening" };
  #retryMs = FIRST_RETRY_MS;
  #cancel: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: SlotDeps) {
    this.#deps = deps;
  }

  get state(): SlotState {
    return this.#state;
  }

  async open(): Promise<void> {
    const { open, onInput } = this.#deps;
    const attempt = { isOver: false };
    try {
      const device = await open({
        onInput,
        onLost: (reason) => {
          if (!attempt.isOver) {
            attempt.isOver = true;
            this.#handleLost(reason);
          }
        },
      });
      if (this.#isClosed || attempt.isOver) {
        device.close();
        return;
      }
      this.#device = device;
      this.#retryMs = FIRST_RETRY_MS;
      this.#set({ status: "open", description: device.description });
    } catch (error) {
      attempt.isOver = true;
      this.#handleLost(error instanceof Error ? error.message : String(error));
    }
  }

  levelFrames(): number {
    return this.#device?.levelFrames() ?? 0;
  }

  write(samples: Float32Array): void {
    this.#device?.write(samples);
  }

  drain(): void {
    this.#device?.drain?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#device?.close();
    this.#device = null;
  }

  #handleLost(reason: string): void {
    this.#device?.close();
    this.#device = null;
    if (this.#isClosed) {
      return;
    }
    this.#set({ status: "lost", reason });
    this.#cancel = this.#deps.clock.after(this.#retryMs, () => void this.open());
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #set(state: SlotState): void {
    this.#state = state;
    this.#deps.onState(state);
  }
}
