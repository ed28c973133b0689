import type { Store } from "../../store/store.ts";

export type Schedule = (run: () => void, ms: number) => () => void;

/** After a longer wait the person no longer expects the action. */
const WAIT_MS = 3_000;

export function isLive(store: Store): boolean {
  return store.getState().desk.connection.status === "live";
}

/** Resolves when the console is connected, or after the time limit, which is 3 s by default. */
export async function untilLive(
  store: Store,
  schedule: Schedule,
  limitMs = WAIT_MS,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = schedule(done, limitMs);
    const unsubscribe = store.subscribe(() => {
      if (isLive(store)) {
        done();
      }
    });
    function done(): void {
      cancel();
      unsubscribe();
      resolve();
    }
  });
}
