/** A number pool has at most this many numbers. */
const MAX_POOL = 10_000;
const RANGE = /^(\+[1-9][0-9]{6,14})(?:-(\+[1-9][0-9]{6,14}))?$/;

/**
 * Expands `+61255500100-+61255500199, +61370105550` to each number once, in order; returns `null`
 * for invalid text, a range that ends before it begins, and more than 10,000 numbers.
 */
export function readNumberRanges(text: string): string[] | null {
  const all = new Set<string>();
  for (const item of text.split(",")) {
    const [, first, last = first] = RANGE.exec(item.trim()) ?? [];
    if (first === undefined || last === undefined || first.length !== last.length) {
      return null;
    }
    const [from, to] = [BigInt(first.slice(1)), BigInt(last.slice(1))];
    if (to < from || to - from >= MAX_POOL) {
      return null;
    }
    for (let number = from; number <= to; number += 1n) {
      all.add(`+${number}`);
    }
  }
  return all.size > MAX_POOL ? null : [...all];
}
