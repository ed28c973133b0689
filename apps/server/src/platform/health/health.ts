import type { PartState } from "@linedesk/contract";

/** Whether a part that calls need answers; may throw or hang, which both mean no. */
export type PartCheck = () => Promise<boolean>;

export interface PartChecks {
  database: PartCheck;
  telephony: PartCheck;
  realtime: PartCheck;
  disk: PartCheck;
}

export type PartStates = Record<keyof PartChecks, PartState>;

const CHECK_TIMEOUT_MS = 2_000;
/** Any number of askers cost the parts one question in this time. */
const CACHE_MS = 1_000;

async function checkPart(check: PartCheck): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([check(), late])) ? "up" : "down";
  } catch {
    // What went wrong stands in the log of the part's own user; here only yes or no counts.
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the parts that calls need, at most once a second. */
export function createHealth(
  checks: PartChecks,
  now: () => number = () => performance.now(),
): () => Promise<PartStates> {
  let last: { at: number; states: Promise<PartStates> } | undefined;
  async function ask(): Promise<PartStates> {
    const [database, telephony, realtime, disk] = await Promise.all([
      checkPart(checks.database),
      checkPart(checks.telephony),
      checkPart(checks.realtime),
      checkPart(checks.disk),
    ]);
    return { database, telephony, realtime, disk };
  }
  return () => {
    if (last === undefined || now() - last.at >= CACHE_MS) {
      last = { at: now(), states: ask() };
    }
    return last.states;
  };
}
