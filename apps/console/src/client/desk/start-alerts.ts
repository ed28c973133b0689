import type { UserSettings } from "@linedesk/contract";
import type { BrowserStorage } from "../../lib/browser-storage.ts";
import type { PageTimers } from "../../lib/page-timers.ts";
import { noticeClosed, noticed } from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";
import { pageWords } from "../words/page-words.ts";
import { type Notifier, startDesktopNotifications } from "./desktop-notifications.ts";
import { startRinger } from "./start-ringer.ts";

export interface AlertsOptions {
  store: Store;
  timers: PageTimers;
  notifier: Notifier;
  storage: BrowserStorage;
  soundsUrl: () => Promise<string>;
  settings: () => Pick<UserSettings, "sounds" | "alerts" | "heard">;
  /** Nobody looks at the page. */
  isHidden: () => boolean;
}

/** It rings, and the browser lets nobody hear it before a press. */
function sayBlocked(store: Store, isBlocked: boolean): void {
  const id = "ring-blocked";
  const words = pageWords()("notices.ringBlocked");
  store.dispatch(
    isBlocked ? noticed({ id, tone: "failure", words, code: null, line: null }) : noticeClosed(id),
  );
}

/** What tells of new callers beside the screen; of several tabs the leading one alone. */
export function startAlerts(options: AlertsOptions): () => void {
  const { store, timers, notifier, storage, soundsUrl, settings, isHidden } = options;
  function leads(): boolean {
    return store.getState().seats.tab === "leading";
  }
  const stopRinger = startRinger({
    store,
    loadPlayer: async () => (await import("./play-sound.ts")).playSound,
    soundsUrl,
    output: (station) => storage.ringerDevice(station),
    sounds: () => settings().sounds,
    isWanted: () => settings().alerts.ring && leads(),
    schedule: timers.schedule,
    onBlocked: (isBlocked) => sayBlocked(store, isBlocked),
  });
  const stopNotifications = startDesktopNotifications({
    store,
    notifier,
    alerts: () => settings().alerts,
    isWanted: () => isHidden() && leads(),
  });
  // A chunk of its own: what it warns of comes in a call at the earliest.
  const warnings = import("./warning-sound.ts").then(
    (loaded) => loaded.startWarningSound(options),
    // Not fetched: what is wrong stands on the page all the same.
    () => () => undefined,
  );
  return () => {
    void warnings.then((stopWarnings) => stopWarnings());
    stopRinger();
    stopNotifications();
  };
}
