import type { Clock } from "@linedesk/base";

const ASK_EVERY_MS = 1_000;
/** Longer than any pause of a part that works, on a machine that is busy. */
const HUNG_AFTER_MS = 6_000;
/** One question that got lost, or a machine that slept, says nothing. */
const MIN_FAILURES = 3;
/** Until it answers for the first time a part has as long as a start may take. */
const START_TIMEOUT_MS = 60_000;

export interface HangWatchOptions {
  /** Asks the part; false or a throw when there is no answer in time. */
  isAlive: () => Promise<boolean>;
  /** The part runs and does not answer; said once. */
  onHung: () => void;
  clock: Pick<Clock, "elapsedMs" | "after">;
}

/** Asks a part again and again whether it answers; returns what ends the watch. */
export function watchForHang({ isAlive, onHung, clock }: HangWatchOptions): () => void {
  let isOver = false;
  let lastAnswerMs = clock.elapsedMs();
  let allowedMs = START_TIMEOUT_MS;
  let failures = 0;
  async function ask(): Promise<void> {
    const answered = await isAlive().catch(() => false);
    if (isOver) {
      return;
    }
    failures = answered ? 0 : failures + 1;
    if (answered) {
      lastAnswerMs = clock.elapsedMs();
      allowedMs = HUNG_AFTER_MS;
    }
    if (failures >= MIN_FAILURES && clock.elapsedMs() - lastAnswerMs >= allowedMs) {
      isOver = true;
      onHung();
      return;
    }
    cancel = clock.after(ASK_EVERY_MS, () => void ask());
  }
  let cancel = clock.after(ASK_EVERY_MS, () => void ask());
  return () => {
    isOver = true;
    cancel();
  };
}
