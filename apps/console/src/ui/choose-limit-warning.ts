export type LimitWarning = "none" | "minutes" | "seconds";

const FIRST_MS = 120_000;
const LAST_MS = 30_000;

/** Chooses the urgency of the warning that a dialled call ends: two minutes and 30 s before. */
export function chooseLimitWarning(leftMs: number): LimitWarning {
  if (leftMs > FIRST_MS) {
    return "none";
  }
  return leftMs > LAST_MS ? "minutes" : "seconds";
}
