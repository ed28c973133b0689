import type { Clock } from "../../core/clock.ts";

/** RFC 3261 section 17.1.1.1: estimate of the round trip, cap of the gaps, life of a datagram. */
const t1Ms = 500;
export const t2Ms = 4000;
export const t4Ms = 5000;
/** Timers B, F, H, J, L and M: how long anything is retransmitted or waited for. */
export const transactionTimeoutMs = 64 * t1Ms;
/** Timer D: how long retransmitted refusals of our INVITE are acknowledged. */
export const timerDMs = 32_000;
/** Longer than any call rings: a far end that is gone after its 100 is not waited for. */
export const promisedMs = 15 * 60_000;

/** Calls `send` after T1, then after gaps that double up to `capMs`, until it is stopped. */
export function startRetransmission(clock: Clock, send: () => void, capMs: number): () => void {
  let gapMs = t1Ms;
  let cancel = clock.after(gapMs, repeat);
  function repeat(): void {
    gapMs = Math.min(gapMs * 2, capMs);
    cancel = clock.after(gapMs, repeat);
    send();
  }
  return () => cancel();
}
