import type { RootState, Store } from "../../store/store.ts";

export type Schedule = (run: () => void, ms: number) => () => void;

/** After a longer wait the person no longer expects the action. */
const WAIT_MS = 3_000;

export function isLive(store: Store): boolean {
  return store.getState().desk.connection.status === "live";
}

interface Waiting {
  store: Store;
  /** Without a schedule the wait has no time limit. */
  schedule?: Schedule;
  limitMs?: number;
}

/** Resolves when the state is as required, or after the time limit, which is 3 s by default. */
export async function untilState(
  { store, schedule, limitMs = WAIT_MS }: Waiting,
  isReached: (state: RootState) => boolean,
): Promise<void> {
  if (isReached(store.getState())) {
    return;
  }
  await new Promise<void>((resolve) => {
    const cancel = schedule?.(done, limitMs);
    const stop = store.onChange(() => {
      if (isReached(store.getState())) {
        done();
      }
    });
    function done(): void {
      cancel?.();
      stop();
      resolve();
    }
  });
}

/** Resolves when the console is connected, or after the time limit. */
export function untilLive(store: Store, schedule: Schedule, limitMs = WAIT_MS): Promise<void> {
  return untilState({ store, schedule, limitMs }, () => isLive(store));
}
