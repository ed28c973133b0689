import type { DeviceLine } from "@linedesk/contract";
import {
  isSilent,
  nextSilence,
  noSilence,
  type SilenceState,
  type SoundLevels,
} from "../../softphone/silence.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { noticeClosed, noticed, silenceChanged } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import {
  selectCall,
  selectAnsweredDirect,
  selectIsOnCall,
  selectLeg,
} from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

export interface SilenceMonitorOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  schedule: (run: () => void, ms: number) => () => void;
  now: () => number;
}

/** Checks twice a second, so that a silence of 7 s is reported within 8 s. */
const CHECK_EVERY_MS = 500;

const lines = ["line1", "line2"] as const;

type Direction = keyof SilenceState;

/** Watches the lines of a page for silence. Returns a function that stops it. */
export function startSilenceMonitor(options: Omit<SilenceMonitorOptions, "now">): () => void {
  const { store, softphones, schedule } = options;
  const now = performance.now.bind(performance);
  const monitor = new SilenceMonitor({ store, softphones, schedule, now });
  return () => monitor.close();
}

export class SilenceMonitor {
  readonly #options: SilenceMonitorOptions;
  readonly #states: Record<DeviceLine, SilenceState> = { line1: noSilence, line2: noSilence };
  readonly #stop: () => void;
  #cancelCheck: (() => void) | null = null;

  constructor(options: SilenceMonitorOptions) {
    this.#options = options;
    this.#stop = options.store.subscribe(() => this.#start());
  }

  close(): void {
    this.#stop();
    this.#cancelCheck?.();
  }

  /** Checks only while a line carries a call, so that an idle page has no timer. */
  #start(): void {
    const { store, schedule } = this.#options;
    if (selectIsOnCall(store.getState()) && this.#cancelCheck === null) {
      this.#cancelCheck = schedule(() => this.#check(), CHECK_EVERY_MS);
    }
  }

  #check(): void {
    this.#cancelCheck = null;
    const now = this.#options.now();
    for (const line of lines) {
      const before = this.#states[line];
      const state = nextSilence(before, this.#readLevels(line), now);
      this.#states[line] = state;
      this.#report(line, "microphone", isSilent(state.microphone, now));
      this.#report(line, "caller", isSilent(state.caller, now));
    }
    this.#start();
  }

  #readLevels(line: DeviceLine): SoundLevels {
    const softphone = this.#options.softphones[line];
    const bridged = this.#findBridged(line);
    if (bridged === null) {
      return { microphone: null, caller: null };
    }
    const { input, output } = softphone.readLevels();
    return { microphone: bridged.muted ? null : input, caller: output };
  }

  #findBridged(line: DeviceLine): { muted: boolean } | null {
    const state = this.#options.store.getState();
    const direct = selectAnsweredDirect(state, line);
    if (direct !== null) {
      return direct.status === "talking" ? direct : null;
    }
    const leg = selectLeg(state, line);
    const call = leg === null ? null : selectCall(state, leg.callId);
    const status = call?.callState === "ringing" ? null : call?.desk.status;
    const isBridged = status === "screening" || status === "on_air";
    const { isRemote } = this.#options.softphones[line];
    return leg?.status === "connected" && isBridged && !isRemote ? leg : null;
  }

  #report(line: DeviceLine, direction: Direction, silent: boolean): void {
    const { store } = this.#options;
    if (store.getState().desk.silence[line][direction] === silent) {
      return;
    }
    store.dispatch(silenceChanged({ line, direction, silent }));
    const id = `silence:${direction}:${line}`;
    if (!silent) {
      return void store.dispatch(noticeClosed(id));
    }
    const tone: Notice["tone"] = direction === "microphone" ? "failure" : "warning";
    const words = pageWords()(`notices.silent.${direction}`);
    const notice: Notice = { id, tone, words, code: null, line };
    store.dispatch(noticed(tone === "failure" ? { ...notice, urgent: true } : notice));
  }
}
