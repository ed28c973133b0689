/** Returns the value below which that share (0..1) of the values is; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns text such as "p50 12.3, p95 20.1, max 31.0 ms". */
export function formatPercentiles(values: readonly number[], digits = 0): string {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(digits));
  return `p50 ${p50}, p95 ${p95}, max ${max} ms`;
}
