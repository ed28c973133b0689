import type { UserSettings } from "@linedesk/contract";
import type { BrowserStorage } from "../../../lib/browser-storage.ts";
import type { PageTimers } from "../../../lib/page-timers.ts";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { type Notifier, startDesktopNotifications } from "./desktop-notifications.ts";
import { startRinger } from "./start-ringer.ts";

export interface AlertsOptions {
  store: Store;
  timers: PageTimers;
  notifier: Notifier;
  storage: BrowserStorage;
  soundsUrl: () => Promise<string>;
  settings: () => Pick<UserSettings, "sounds" | "alerts" | "heard">;
  /** Returns true when the page is hidden. */
  isHidden: () => boolean;
}

/** Shows a notice while the browser blocks the ringing, until the first click or key press. */
function reportBlockedSound(store: Store, isBlocked: boolean): void {
  const id = "ring-blocked";
  const words = pageWords()("notices.ringBlocked");
  store.dispatch(
    isBlocked ? noticed({ id, tone: "failure", words, code: null, line: null }) : noticeClosed(id),
  );
}

/** Starts the ringing, the notifications and the warning sound; only the leading tab has them. */
export function startAlerts(options: AlertsOptions): () => void {
  const { store, timers, notifier, storage, soundsUrl, settings, isHidden } = options;
  function isLeadingTab(): boolean {
    return store.getState().seats.tab === "leading";
  }
  const stopRinger = startRinger({
    store,
    loadPlayer: async () => (await import("./play-sound.ts")).playSound,
    soundsUrl,
    output: (station) => storage.ringerDevice(station),
    sounds: () => settings().sounds,
    isWanted: () => settings().alerts.ring && isLeadingTab(),
    schedule: timers.schedule,
    onBlocked: (isBlocked) => reportBlockedSound(store, isBlocked),
  });
  const stopNotifications = startDesktopNotifications({
    store,
    notifier,
    alerts: () => settings().alerts,
    isWanted: () => isHidden() && isLeadingTab(),
  });
  // The sound is a separate chunk, because warnings are rare.
  const warnings = import("./warning-sound.ts").then(
    (loaded) => loaded.startWarningSound(options),
    // If the chunk fails to load, the page still shows the warnings.
    () => () => undefined,
  );
  return () => {
    void warnings.then((stopWarnings) => stopWarnings());
    stopRinger();
    stopNotifications();
  };
}
