import type { UserSettings } from "@linedesk/contract";
import type { BrowserStorage } from "../../../lib/browser-storage.ts";
import type { PageTimers } from "../../../lib/page-timers.ts";
import { selectCall, selectLeg } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";
import { type PlaySound, playOnce } from "./play-sound.ts";

/** The interval in which several warnings make one sound. */
const WARN_EVERY_MS = 2_000;

const lines = ["line1", "line2"] as const;

/**
 * Returns true while a call on one of this person's lines is on air, because the public could hear
 * a sound then.
 */
function isOnAir(state: RootState): boolean {
  return lines.some((line) => {
    const leg = selectLeg(state, line);
    return leg !== null && selectCall(state, leg.callId)?.desk.status === "on_air";
  });
}

/** Returns a text for each present fault. A text that is new means a new fault. */
function listFaults(state: RootState): string[] {
  const silent = lines.filter((line) => selectLeg(state, line)?.status === "reconnecting");
  const noticed = state.desk.notices.filter(({ urgent }) => urgent === true);
  return [...silent, ...noticed.map(({ id, words }) => `${id} ${words}`)];
}

export interface WarningSoundOptions {
  store: Store;
  timers: Pick<PageTimers, "schedule">;
  storage: Pick<BrowserStorage, "ringerDevice">;
  settings: () => Pick<UserSettings, "sounds">;
  soundsUrl: () => Promise<string>;
  play?: PlaySound;
}

/**
 * Plays a short sound for each new fault of this person's lines, even in a call; returns a function
 * that stops it.
 */
export function startWarningSound(options: WarningSoundOptions): () => void {
  const { store, timers, storage, settings, soundsUrl, play = playOnce } = options;
  let known: readonly string[] = [];
  let isQuiet = false;

  function warn(state: RootState): void {
    const volume = settings().sounds.ringVolume;
    const { station } = state.calls;
    const leads = state.seats.tab === "leading";
    if (isQuiet || !leads || volume <= 0 || station === null || isOnAir(state)) {
      return;
    }
    isQuiet = true;
    timers.schedule(() => (isQuiet = false), WARN_EVERY_MS);
    void soundsUrl().then((base) => {
      const url = `${base.replace(/\/$/, "")}/warning.wav`;
      play({ url, volume, output: storage.ringerDevice(station) });
    });
  }

  return store.onChange(() => {
    const state = store.getState();
    const before = known;
    known = listFaults(state);
    if (known.some((one) => !before.includes(one))) {
      warn(state);
    }
  });
}
