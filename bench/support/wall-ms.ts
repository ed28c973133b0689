/** Returns milliseconds since 1970 with their fraction, equal in every process of this machine. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
