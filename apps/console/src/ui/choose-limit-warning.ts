export type LimitWarning = "none" | "minutes" | "seconds";

const FIRST_MS = 120_000;
const LAST_MS = 30_000;

/**
 * Chooses the warning before a dialled call ends: the first one two minutes before, the urgent one
 * 30 s before.
 */
export function chooseLimitWarning(leftMs: number): LimitWarning {
  if (leftMs > FIRST_MS) {
    return "none";
  }
  return leftMs > LAST_MS ? "minutes" : "seconds";
}
