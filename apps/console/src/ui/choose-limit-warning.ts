export type LimitWarning = "none" | "minutes" | "seconds";

const FIRST_MS = 120_000;
const LAST_MS = 30_000;

/** How urgently it is said that a dialled call ends; two minutes before, and 30 s. */
export function chooseLimitWarning(leftMs: number): LimitWarning {
  if (leftMs > FIRST_MS) {
    return "none";
  }
  return leftMs > LAST_MS ? "minutes" : "seconds";
}
