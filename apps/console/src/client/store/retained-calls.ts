import type { Call } from "@linedesk/contract";

export type RetainedCalls = Record<string, Call>;

export interface LeftCalls {
  calls: readonly Call[];
  /**
   * This person's calls are retained before others, because only they can be on a line of this
   * page.
   */
  me: string | null;
}

const MAX_RETAINED = 20;

export function retainAttendedCalls(
  carried: RetainedCalls,
  { calls, me }: LeftCalls,
): RetainedCalls {
  const all = { ...carried };
  for (const call of calls) {
    if (listAttendants(call).length > 0) {
      all[call.id] = call;
    }
  }
  const rank = (call: Call) => Number(listAttendants(call).some(({ user }) => user === me));
  const mineLast = Object.values(all).toSorted((a, b) => rank(a) - rank(b));
  return indexCalls(mineLast.slice(-MAX_RETAINED));
}

function listAttendants({ desk, claimedBy }: Call) {
  const holder = "holder" in desk ? desk.holder : null;
  return [holder, claimedBy].filter((one) => one !== null);
}

export function retainedAt(retained: RetainedCalls, station: string): RetainedCalls {
  return indexCalls(Object.values(retained).filter((call) => call.station === station));
}

/** Drops the retained calls of a station, because its snapshot replaces them. */
export function dropRetained(retained: RetainedCalls, station: string): RetainedCalls {
  return indexCalls(Object.values(retained).filter((call) => call.station !== station));
}

export function indexCalls(calls: readonly Call[]): RetainedCalls {
  return Object.fromEntries(calls.map((call) => [call.id, call]));
}
