import type { UserSettings } from "@linedesk/contract";
import type { BrowserStorage } from "../../lib/browser-storage.ts";
import type { PageTimers } from "../../lib/page-timers.ts";
import { selectCall, selectLeg } from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";
import { type PlaySound, playOnce } from "./play-sound.ts";

/** One sound for warnings that come together. */
const WARN_EVERY_MS = 2_000;

const lines = ["line1", "line2"] as const;

/** What is played beside a line that is on air may be heard by the public. */
function isOnAir(state: RootState): boolean {
  return lines.some((line) => {
    const leg = selectLeg(state, line);
    return leg !== null && selectCall(state, leg.callId)?.desk.status === "on_air";
  });
}

/** What is wrong now with my lines, as it is announced at once. */
function listWrong(state: RootState): string[] {
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

/** A short sound with what goes wrong on my lines, in a call too; answers how to stop. */
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
    known = listWrong(state);
    if (known.some((one) => !before.includes(one))) {
      warn(state);
    }
  });
}
