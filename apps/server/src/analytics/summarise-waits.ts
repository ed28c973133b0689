import type { CountedRow } from "./join-before.ts";

const CLASSES_S = [0, 10, 30, 60, 120, 300, 600, 1200] as const;

interface Waits {
  rows: CountedRow[];
  medianS: number | null;
}

export function summariseWaits(waits: readonly { waitS: number; calls: number }[]): Waits {
  const rows = CLASSES_S.map((from, index) => {
    const to = CLASSES_S[index + 1] ?? null;
    const own = waits.filter(({ waitS }) => waitS >= from && (to === null || waitS < to));
    const calls = countCalls(own);
    return { of: `${from}-${to ?? ""}`, name: null, figures: { calls } };
  });
  return { rows, medianS: findMedian(waits) };
}

function countCalls(waits: readonly { calls: number }[]): number {
  return waits.reduce((all, { calls }) => all + calls, 0);
}

function findMedian(waits: readonly { waitS: number; calls: number }[]): number | null {
  const half = countCalls(waits) / 2;
  let passed = 0;
  for (const { waitS, calls } of waits) {
    passed += calls;
    if (passed >= half && calls > 0) {
      return waitS;
    }
  }
  return null;
}
