import type { Discrepancy } from "./compare-calls.ts";

/**
 * Remembers the findings of the last comparison. If the lists of the service can lag behind, as at
 * Twilio, a difference takes effect only when two comparisons in a row find it.
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
