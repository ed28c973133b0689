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

/** So long somebody rings before the panel offers them by themselves. */
const LONG_MS = 5 * 60_000;

export function isRinging({ desk, leaving }: Call): boolean {
  return desk.status === "waiting" && leaving === null;
}

export function isRingingLong(call: Call, now: number): boolean {
  return isRinging(call) && now - Date.parse(call.arrivedAt) > LONG_MS;
}

/** Whoever carries it, wherever the call is: who may not go is spared by the server, and named. */
export function carriesFlag({ caller, leaving }: Call, flag: string): boolean {
  return leaving === null && caller.flagIds.includes(flag);
}

/** Who is meant, in the order of the queue. */
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
