import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";

/** Leaves a destination that sends no response for the next one, long before timer B. */
export class FailoverTimer {
  readonly #context: Pick<SipCallDeps, "clock" | "limits" | "logger">;
  #stop: () => void = () => undefined;

  constructor(context: Pick<SipCallDeps, "clock" | "limits" | "logger">) {
    this.#context = context;
  }

  start(onEnd: () => Promise<void>): void {
    const { clock, limits, logger } = this.#context;
    this.#stop();
    this.#stop = clock.after(limits.failoverMs, () => {
      onEnd().catch((error: unknown) => logger.error({ err: error }, "call continuation failed"));
    });
  }

  stop(): void {
    this.#stop();
  }
}
