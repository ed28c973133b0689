import type { Breach } from "./breach.ts";

export interface Verdict {
  lines: string[];
  isGreen: boolean;
}

/** Judges what the checks found: one breach is a failure, and each is shown with its place. */
export function judgeBreaches(name: string, breaches: readonly Breach[]): Verdict {
  const isGreen = breaches.length === 0;
  const outcome = isGreen ? "kept" : `${breaches.length} breaches`;
  return { lines: [...breaches.map(formatBreach), `${name}: ${outcome}`], isGreen };
}

function formatBreach({ check, at, message }: Breach): string {
  return `${at}: ${message} [${check}]`;
}

/** Prints the verdict; the exit code says whether all is kept. */
export function reportBreaches(name: string, breaches: readonly Breach[]): void {
  const { lines, isGreen } = judgeBreaches(name, breaches);
  console.log(lines.join("\n"));
  process.exitCode = isGreen ? 0 : 1;
}
