import type { Breach } from "./breach.ts";

export interface Verdict {
  lines: string[];
  isKept: boolean;
}

/** Judges what the checks found: one breach is a failure, and each is shown with its place. */
export function judgeBreaches(name: string, breaches: readonly Breach[]): Verdict {
  const isKept = breaches.length === 0;
  const outcome = isKept ? "kept" : `${breaches.length} breaches`;
  return { lines: [...breaches.map(formatBreach), `${name}: ${outcome}`], isKept };
}

function formatBreach({ check, at, message }: Breach): string {
  return `${at}: ${message} [${check}]`;
}

/** Prints the verdict; the exit code says whether all is kept. */
export function reportBreaches(name: string, breaches: readonly Breach[]): void {
  const { lines, isKept } = judgeBreaches(name, breaches);
  console.log(lines.join("\n"));
  process.exitCode = isKept ? 0 : 1;
}
