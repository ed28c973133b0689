import type { Clock } from "@linedesk/base";
import { TelephonyUnreachableError } from "./telephony.ts";

/** After a failure that took less time, such as a refused connection, commands are still sent. */
const SLOW_MS = 1_000;
/** After this time, commands are sent again even if the service has not answered a check. */
const OPEN_MS = 10_000;

/**
 * Refuses commands at once after a request to the telephony service got no answer in time, so that
 * each press does not wait for its own timeout. Any answer of the service, such as that to the next
 * health check, lets commands through again.
 */
export class ServiceBreaker {
  readonly #clock: Pick<Clock, "elapsedMs">;
  #openUntilMs = -Infinity;

  constructor(clock: Pick<Clock, "elapsedMs">) {
    this.#clock = clock;
  }

  /** Throws `TelephonyUnreachableError` while commands are refused. */
  assertClosed(): void {
    if (this.#clock.elapsedMs() < this.#openUntilMs) {
      throw new TelephonyUnreachableError("The telephony service has not answered for a while.");
    }
  }

  /** Sends the request and notes whether the service answers. */
  async watch<T>(request: () => Promise<T>): Promise<T> {
    const startedMs = this.#clock.elapsedMs();
    try {
      const answer = await request();
      this.#openUntilMs = -Infinity;
      return answer;
    } catch (error) {
      const nowMs = this.#clock.elapsedMs();
      if (nowMs - startedMs >= SLOW_MS) {
        this.#openUntilMs = nowMs + OPEN_MS;
      }
      throw error;
    }
  }
}
