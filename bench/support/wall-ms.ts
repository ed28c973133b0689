/** Milliseconds since 1970 with their fraction, the same in every process of this machine. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
