/** Writes "3:05", or "0:00.4" below a second. */
export function writeDuration(seconds: number): string {
  if (seconds < 1) {
    return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  }
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
