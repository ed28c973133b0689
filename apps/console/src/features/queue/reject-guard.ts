/** A second press within this time rejects. */
export const REJECT_ARMED_FOR_MS = 1_500;

export interface RejectGuard {
  id: string;
  at: number;
}

/** Rejecting must not happen by mistake: it takes two presses on the same row. */
export function pressReject(
  guard: RejectGuard | null,
  press: RejectGuard,
): { guard: RejectGuard | null; rejects: boolean } {
  const isSecond =
    guard !== null && guard.id === press.id && press.at - guard.at < REJECT_ARMED_FOR_MS;
  return isSecond ? { guard: null, rejects: true } : { guard: press, rejects: false };
}
