import type { Call } from "@linedesk/contract";

export interface BulkChoice {
  long: boolean;
  ringing: boolean;
  picked: boolean;
  flags: readonly string[];
}

export const nobodyChosen: BulkChoice = {
  long: false,
  ringing: false,
  picked: false,
  flags: [],
};

/** The panel offers calls that ring longer than this as a group. */
const LONG_MS = 5 * 60_000;

export function isRinging({ desk, leaving }: Call): boolean {
  return desk.status === "waiting" && leaving === null;
}

export function isRingingLong(call: Call, now: number): boolean {
  return isRinging(call) && now - Date.parse(call.arrivedAt) > LONG_MS;
}

/**
 * Returns true if a call has the flag and is not leaving. It does not check for protection, because
 * the server skips protected callers.
 */
export function carriesFlag({ caller, leaving }: Call, flag: string): boolean {
  return leaving === null && caller.flagIds.includes(flag);
}

/** Returns the chosen calls, in the order of `calls`. */
export function chooseTargets(
  calls: readonly Call[],
  choice: BulkChoice,
  { now, picked }: { now: number; picked: ReadonlySet<string> },
): Call[] {
  return calls.filter(
    (call) =>
      (choice.ringing && isRinging(call)) ||
      (choice.long && isRingingLong(call, now)) ||
      (choice.picked && picked.has(call.id) && call.leaving === null) ||
      choice.flags.some((flag) => carriesFlag(call, flag)),
  );
}
