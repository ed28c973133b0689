import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";

/**
 * Gives up a destination that sends no response, long before timer B (32 s) does, so that the next
 * destination is tried.
 */
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
      onEnd().catch((error: unknown) => logger.error({ err: error }, "call failover failed"));
    });
  }

  stop(): void {
    this.#stop();
  }
}
