import type { Clock } from "@linedesk/base";
import type { SoundQueue } from "../sound/sound-queue.ts";
import type { OpenDevice, SoundDevice } from "./sound-device.ts";

export type SlotState =
  | { status: "opening" }
  | { status: "open"; description: string; fault?: string }
  | { status: "lost"; reason: string };

interface SlotDeps {
  open: OpenDevice;
  onInput: (samples: Float32Array) => void;
  onState: (state: SlotState) => void;
  clock: Clock;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5_000;

/**
 * The line's device. When it cannot be opened or disappears, the slot opens it again by its name:
 * after 0.5 s, then at doubled intervals of up to 5 s. Sound that is written meanwhile is dropped.
 */
export class DeviceSlot implements SoundQueue {
  readonly #deps: SlotDeps;
  #device: SoundDevice | null = null;
  #state: SlotState = { status: "opening" };
  #retryMs = FIRST_RETRY_MS;
  #xrunsBefore = 0;
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
    const attempt = { isOver: false, fault: null as string | null };
    try {
      const device = await open({
        onInput,
        onLost: (reason) => {
          if (!attempt.isOver) {
            attempt.isOver = true;
            this.#handleLost(reason);
          }
        },
        onFault: (fault) => {
          attempt.fault = fault;
          if (!attempt.isOver && this.#state.status === "open") {
            this.#setOpen(this.#state.description, fault);
          }
        },
      });
      if (this.#isClosed || attempt.isOver) {
        device.close();
        return;
      }
      this.#device = device;
      this.#retryMs = FIRST_RETRY_MS;
      this.#setOpen(device.description, attempt.fault);
    } catch (error) {
      attempt.isOver = true;
      this.#handleLost(error instanceof Error ? error.message : String(error));
    }
  }

  levelFrames(): number {
    return this.#device?.levelFrames() ?? 0;
  }

  latencyFrames(): number {
    return this.#device?.latencyFrames?.() ?? 0;
  }

  get xruns(): number {
    return this.#xrunsBefore + (this.#device?.xruns?.() ?? 0);
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
    this.#xrunsBefore = this.xruns;
    this.#device?.close();
    this.#device = null;
    if (this.#isClosed) {
      return;
    }
    this.#set({ status: "lost", reason });
    this.#cancel = this.#deps.clock.after(this.#retryMs, () => void this.open());
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #setOpen(description: string, fault: string | null): void {
    this.#set({ status: "open", description, ...(fault === null ? {} : { fault }) });
  }

  #set(state: SlotState): void {
    this.#state = state;
    this.#deps.onState(state);
  }
}
