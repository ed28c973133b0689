/** One violation that a check found. */
export interface Breach {
  check: string;
  /** A file of the repository, with the line if there is one. */
  at: string;
  /** A whole sentence: the fault and its remedy. */
  message: string;
}

/** Prints each violation with its file and line. If there is any, the process fails. */
export function reportBreaches(name: string, breaches: readonly Breach[]): void {
  for (const { check, at, message } of breaches) {
    console.log(`${at}: ${message} [${check}]`);
  }
  console.log(`${name}: ${breaches.length === 0 ? "no breaches" : `${breaches.length} breaches`}`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
