import type { Clock } from "@linedesk/base";
import type { SipLogger } from "./sip-logger.ts";

/**
 * Logs an error that is thrown in a timer, so that it does not end the process and all its calls.
 */
export function guardedClock(clock: Clock, logger: SipLogger): Clock {
  return {
    now: () => clock.now(),
    elapsedMs: () => clock.elapsedMs(),
    after: (delayMs, run) =>
      clock.after(delayMs, () => {
        try {
          run();
        } catch (error) {
          logger.error({ err: error }, "SIP timer failed");
        }
      }),
  };
}
