import type { Clock } from "@linedesk/base";

/** T1: the estimate of the round-trip time in RFC 3261 section 17.1.1.1. */
const T1_MS = 500;
/** The longest pause between retransmissions (RFC 3261 table 4). */
export const T2_MS = 4000;
export const T4_MS = 5000;
/** Timers B, F, H, J, L and M: the limit for retransmissions and for other waits. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;
/** Timer D: during this time, each repeated refusal of our INVITE gets an ACK. */
export const TIMER_D_MS = 32_000;
/**
 * The maximum wait for a final response after a provisional one, such as the longest ringing. It
 * also ends a call whose far end disappeared after its 100.
 */
export const PROVISIONAL_TIMEOUT_MS = 15 * 60_000;

/** Calls `send` after T1, then after gaps that double up to `capMs`, until it is stopped. */
export function startRetransmission(clock: Clock, send: () => void, capMs: number): () => void {
  let gapMs = T1_MS;
  let cancel = clock.after(gapMs, repeat);
  function repeat(): void {
    gapMs = Math.min(gapMs * 2, capMs);
    cancel = clock.after(gapMs, repeat);
    send();
  }
  return () => cancel();
}
