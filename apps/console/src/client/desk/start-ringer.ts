import type { UserSettings } from "@linedesk/contract";
import { isWaiting } from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";

/** Plays one sound on one output; answers how to stop it. */
export type PlaySound = (sound: { url: string; volume: number; output: string }) => () => void;

export interface RingerOptions {
  store: Store;
  play: PlaySound;
  soundsUrl: () => Promise<string>;
  /** The station's ringer device. */
  output: (station: string) => string;
  sounds: () => UserSettings["sounds"];
  now: () => number;
}

/** The ring lasts this long; callers who come meanwhile do not start another. */
const RING_MS = 2_400;

function waitingIds(state: RootState): string[] {
  return Object.values(state.calls.byId)
    .filter(isWaiting)
    .map((call) => call.id);
}

function isOnCall({ desk }: RootState): boolean {
  return desk.ongoing_call1 !== null || desk.ongoing_call2 !== null;
}

/**
 * Rings once for each new caller [SN8]: on the ringer device, not while I am on a call when the
 * settings say so, and not for those who stood in the queue when the page opened.
 */
export function startRinger(options: RingerOptions): () => void {
  let known: Set<string> | null = null;
  let station: string | null = null;
  let rangAt = 0;
  let stop: () => void = () => undefined;

  async function ring(state: RootState): Promise<void> {
    const { ringVolume, muteRingerWhileTalking } = options.sounds();
    const isQuiet = ringVolume <= 0 || (muteRingerWhileTalking && isOnCall(state));
    if (isQuiet || options.now() - rangAt < RING_MS || station === null) {
      return;
    }
    rangAt = options.now();
    const base = await options.soundsUrl();
    const url = `${base.replace(/\/$/, "")}/incoming.wav`;
    stop = options.play({ url, volume: ringVolume, output: options.output(station) });
  }

  function look(): void {
    const state = options.store.getState();
    if (state.calls.station !== station || state.calls.status !== "live") {
      if (state.calls.station !== station) {
        known = null;
      }
      station = state.calls.station;
      if (state.calls.status !== "live") {
        return;
      }
    }
    const waiting = waitingIds(state);
    const isNew = known !== null && waiting.some((id) => !known?.has(id));
    known = new Set(waiting);
    if (isNew) {
      void ring(state);
    }
    if (waiting.length === 0 || isOnCall(state)) {
      stop();
    }
  }
  return options.store.subscribe(look);
}

/** The browser's own player; a blocked or missing sound is silent, never an error of a call. */
export const playSound: PlaySound = ({ url, volume, output }) => {
  const audio = new Audio(url);
  audio.volume = Math.min(1, volume);
  async function start(): Promise<void> {
    if (output !== "default" && "setSinkId" in audio) {
      await audio.setSinkId(output);
    }
    await audio.play();
  }
  // Before the first click of a page the browser plays nothing; the queue shows the caller anyway.
  start().catch(() => undefined);
  return () => audio.pause();
};
