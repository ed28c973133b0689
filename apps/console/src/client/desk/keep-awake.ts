import { selectIsOnCall } from "../store/select-calls.ts";
import type { Store } from "../store/store.ts";

interface KeepAwakeOptions {
  store: Store;
  /** The page's `navigator.wakeLock`; browsers without it let the screen go dark. */
  wakeLock: Pick<WakeLock, "request"> | undefined;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/** The screen stays on while a call is up; the browser lets go of it in a hidden page. */
export function keepAwake({ store, wakeLock, document }: KeepAwakeOptions): () => void {
  let held: Promise<WakeLockSentinel | null> | null = null;
  function look(): void {
    const isWanted = selectIsOnCall(store.getState());
    if (isWanted && held === null && document.visibilityState === "visible") {
      // A battery that is low refuses it, which is no error of a call.
      held = (wakeLock?.request("screen") ?? Promise.resolve(null)).catch(() => null);
    }
    if (!isWanted && held !== null) {
      void held.then((sentinel) => sentinel?.release());
      held = null;
    }
  }
  function lookAgain(): void {
    if (document.visibilityState === "visible") {
      // The lock of before went when the page was hidden.
      void held?.then((sentinel) => sentinel?.release());
      held = null;
      look();
    }
  }
  document.addEventListener("visibilitychange", lookAgain);
  const unsubscribe = store.onChange(look);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", lookAgain);
    void held?.then((sentinel) => sentinel?.release());
  };
}
