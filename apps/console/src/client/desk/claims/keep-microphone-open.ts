import type { DeskMicrophone } from "../../audio/desk-microphone.ts";
import { microphoneOpened } from "../../store/desk-slice.ts";
import { selectIsOnCall } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";

interface KeepMicrophoneOpenOptions {
  store: Store;
  microphone: DeskMicrophone;
  /** Is true when the station uses the default input; the SDK keeps any other input open. */
  usesDefault: (station: string) => boolean;
  schedule: (run: () => void, ms: number) => () => void;
}

/**
 * The microphone closes this long after the last call of the station and the last use of a line.
 */
const IDLE_MS = 10_000;

/**
 * Keeps a granted microphone open while the station has a call or a line is in use. It never
 * prompts. Returns a function that stops it and closes the microphone.
 */
export function keepMicrophoneOpen(options: KeepMicrophoneOpenOptions): () => void {
  const { store, microphone, schedule } = options;
  let closeMicrophone: (() => void) | null = null;
  let cancelRelease: (() => void) | null = null;

  function release(): void {
    cancelRelease?.();
    cancelRelease = null;
    closeMicrophone?.();
    closeMicrophone = null;
  }

  function update(): void {
    const state = store.getState();
    if (!mayKeepOpen(state, options.usesDefault)) {
      return release();
    }
    if (isMicrophoneNeeded(state)) {
      cancelRelease?.();
      cancelRelease = null;
      closeMicrophone ??= microphone.open();
    } else if (closeMicrophone !== null) {
      cancelRelease ??= schedule(release, IDLE_MS);
    }
  }

  const stops = [
    store.subscribe(update),
    microphone.onChange((isOpen) => void store.dispatch(microphoneOpened(isOpen))),
  ];
  return () => {
    for (const stop of stops) {
      stop();
    }
    release();
  };
}

function mayKeepOpen(
  { desk, calls }: RootState,
  usesDefault: KeepMicrophoneOpenOptions["usesDefault"],
): boolean {
  const { station } = calls;
  const isSignedIn = desk.session.status === "authenticated";
  return isSignedIn && desk.microphone === "granted" && station !== null && usesDefault(station);
}

function isMicrophoneNeeded(state: RootState): boolean {
  const calls = Object.values(state.calls.byId);
  return selectIsOnCall(state) || calls.some((call) => call.desk.status !== "ended");
}
