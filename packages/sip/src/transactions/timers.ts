import type { Clock } from "@linedesk/base";

/** RFC 3261 section 17.1.1.1 estimates the round trip as T1. */
const T1_MS = 500;
/** The longest pause between retransmissions (RFC 3261 table 4). */
export const T2_MS = 4000;
export const T4_MS = 5000;
/** Timers B, F, H, J, L and M: the longest time of retransmissions and waits. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;
/** Timer D: the time in which repeated refusals of our INVITE get an ACK. */
export const TIMER_D_MS = 32_000;
/** No call rings longer: a far end that disappears after its 100 is given up. */
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
