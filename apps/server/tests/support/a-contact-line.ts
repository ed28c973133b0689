import type { ImportRow } from "@linedesk/contract";

/**
 * Returns line `n` of a file of contacts. Every tenth line is invalid in one of five ways, and
 * every hundredth repeats the number of the line before it.
 */
export function aContactLine(n: number): ImportRow {
  const number = `+6149${String(1_000_000 + (n % 100 === 99 ? n - 1 : n))}`;
  const row = { line: n + 2, number, name: `Listener ${n}`, tags: ["import"], note: "" };
  const faults: Partial<ImportRow>[] = [
    { number: "12" },
    { name: "  " },
    { name: "x".repeat(101) },
    { tags: Array.from({ length: 11 }, (_, tag) => `t${tag}`) },
    { number: "" },
  ];
  return { ...row, ...(n % 10 === 0 ? faults[(n / 10) % faults.length] : {}) };
}
