import type { Discrepancy } from "./compare-calls.ts";

/**
 * The findings of the last comparison. Where the lists of the service lag behind, a difference
 * counts only when the next comparison finds it too.
 */
export class RepeatedFindings {
  readonly #inARow: 1 | 2;
  #seen: ReadonlySet<string> = new Set();

  constructor(inARow: 1 | 2) {
    this.#inARow = inARow;
  }

  confirm(findings: readonly Discrepancy[]): Discrepancy[] {
    const before = this.#seen;
    this.#seen = new Set(findings.map(toKey));
    return findings.filter((one) => this.#inARow === 1 || before.has(toKey(one)));
  }
}

function toKey(finding: Discrepancy): string {
  return finding.type === "call.unknown"
    ? `${finding.type} ${finding.service.sid}`
    : JSON.stringify(finding);
}
