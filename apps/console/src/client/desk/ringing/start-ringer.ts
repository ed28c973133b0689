import type { UserSettings } from "@linedesk/contract";
import { selectIsOnCall } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";
import { selectIsOnAir } from "../../store/survey-calls.ts";
import { type Arrivals, createArrivals } from "./arrivals.ts";
import type { PlaySound } from "./play-sound.ts";

export interface RingerOptions {
  store: Store;
  loadPlayer: () => Promise<PlaySound>;
  soundsUrl: () => Promise<string>;
  output: (station: string) => string;
  sounds: () => UserSettings["sounds"];
  isWanted: () => boolean;
  schedule: (run: () => void, ms: number) => () => void;
  onBlocked: (isBlocked: boolean) => void;
}

/** The ringing stops after this time, and the caller still waits. */
const RING_FOR_MS = 30_000;

/** The arrivals after the person has left a station: no caller waits. */
const leftQueue: Pick<Arrivals, "arrived" | "isWaiting"> = { arrived: [], isWaiting: () => false };

function ringingDirectly({ desk }: RootState): string[] {
  return [desk.direct.line1, desk.direct.line2]
    .filter((call) => call?.status === "ringing")
    .map(({ id }) => id);
}

/**
 * Rings for direct calls, and for callers who come after the page opened. It never rings while this
 * person is on air.
 */
export function startRinger(options: RingerOptions): () => void {
  const findArrivals = createArrivals();
  let direct: readonly string[] = [];
  let ringing = new Set<string>();
  let stopSound: (() => void) | null = null;
  let cancelEnd: () => void = () => undefined;

  function isMuted(state: RootState): boolean {
    const { ringVolume, muteRingerWhileTalking } = options.sounds();
    const isQuiet = muteRingerWhileTalking && selectIsOnCall(state);
    return !options.isWanted() || ringVolume <= 0 || isQuiet || selectIsOnAir(state);
  }

  function stop(): void {
    ringing = new Set();
    cancelEnd();
    stopSound?.();
    stopSound = null;
  }

  function ring(callers: string[], at: string): void {
    ringing = new Set([...ringing, ...callers]);
    cancelEnd();
    cancelEnd = options.schedule(stop, RING_FOR_MS);
    if (stopSound === null) {
      void playRing(options, at).then((play) => {
        const isAwaited = ringing.size > 0 && stopSound === null;
        stopSound = isAwaited ? play() : stopSound;
      });
    }
  }

  /** Starts and stops the ringing. Direct calls ring even while the list of calls is stale. */
  function handleChange(): void {
    const state = options.store.getState();
    const seen = findArrivals(state);
    const queue = seen === "left" ? leftQueue : seen;
    const before = direct;
    direct = ringingDirectly(state);
    const rings = (id: string): boolean =>
      direct.includes(id) || (queue === null ? !before.includes(id) : queue.isWaiting(id));
    ringing = new Set([...ringing].filter(rings));
    if (isMuted(state) || (ringing.size === 0 && stopSound !== null)) {
      stop();
    }
    const arrived = [
      ...(queue?.arrived ?? []).map((call) => call.id),
      ...direct.filter((id) => !before.includes(id)),
    ];
    if (arrived.length > 0 && !isMuted(state)) {
      ring(arrived, state.calls.station ?? "");
    }
  }
  // The ringer reacts at once and does not wait for the next frame, so that it stops when a person
  // answers.
  const unsubscribe = options.store.onChange(handleChange);
  return () => {
    unsubscribe();
    stop();
  };
}

async function playRing(options: RingerOptions, station: string): Promise<() => () => void> {
  const [base, playSound] = await Promise.all([options.soundsUrl(), options.loadPlayer()]);
  const url = `${base.replace(/\/$/, "")}/incoming.wav`;
  const volume = options.sounds().ringVolume;
  const { onBlocked } = options;
  return () => playSound({ url, volume, output: options.output(station), onBlocked });
}
