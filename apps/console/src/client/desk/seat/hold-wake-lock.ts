import { selectIsOnCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";

interface KeepAwakeOptions {
  store: Store;
  /**
   * The page's `navigator.wakeLock`; in browsers without it the screen can turn off during a call.
   */
  wakeLock: Pick<WakeLock, "request"> | undefined;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/**
 * Keeps the screen on during a call. The browser drops the lock when the page is hidden, so it is
 * requested again when the page is visible.
 */
export function holdWakeLock({ store, wakeLock, document }: KeepAwakeOptions): () => void {
  let held: Promise<WakeLockSentinel | null> | null = null;
  function updateWakeLock(): void {
    const isWanted = selectIsOnCall(store.getState());
    if (isWanted && held === null && document.visibilityState === "visible") {
      // The browser may refuse the lock, for example with a low battery. The call continues.
      held = (wakeLock?.request("screen") ?? Promise.resolve(null)).catch(() => null);
    }
    if (!isWanted && held !== null) {
      void held.then((sentinel) => sentinel?.release());
      held = null;
    }
  }
  function renewWakeLock(): void {
    if (document.visibilityState === "visible") {
      // The browser released the lock when the page was hidden.
      void held?.then((sentinel) => sentinel?.release());
      held = null;
      updateWakeLock();
    }
  }
  document.addEventListener("visibilitychange", renewWakeLock);
  const unsubscribe = store.onChange(updateWakeLock);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", renewWakeLock);
    void held?.then((sentinel) => sentinel?.release());
  };
}
