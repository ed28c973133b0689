import type { Clock } from "@linedesk/base";
import {
  firstGatherState,
  nextGather,
  type GatheredDigits,
  type GatherEvent,
  type GatherState,
  type GatherOptions,
} from "./gather-state.ts";

export interface GatherRunOptions {
  gather: GatherOptions;
  timeoutMs: number;
  clock: Clock;
  onPromptsOver(): void;
}

export class GatherRun {
  /** Resolves without digits when the caller pressed none in time. */
  readonly input: Promise<GatheredDigits>;
  readonly #options: GatherRunOptions;
  #state: GatherState = firstGatherState;
  #cancelTimer: () => void = () => undefined;
  #resolveInput: (input: GatheredDigits) => void = () => undefined;

  constructor(options: GatherRunOptions) {
    this.#options = options;
    this.input = new Promise((resolve) => (this.#resolveInput = resolve));
  }

  dispatch(event: GatherEvent): void {
    const before = this.#state;
    const now = nextGather(before, event, this.#options.gather);
    this.#state = now;
    if (now === before) {
      return;
    }
    this.#cancelTimer();
    if (before.status === "prompting" && now.status !== "prompting") {
      this.#options.onPromptsOver();
    }
    if (now.status === "collecting" || now.status === "waiting") {
      this.#startTimer();
    }
    if (now.status === "done") {
      this.#resolveInput(now);
    }
  }

  close(): void {
    this.#cancelTimer();
  }

  #startTimer(): void {
    const { clock, timeoutMs } = this.#options;
    this.#cancelTimer = clock.after(timeoutMs, () => this.dispatch({ type: "timeout" }));
  }
}
