import type { UserSettings } from "@linedesk/contract";
import type { BrowserStorage } from "../../lib/browser-storage.ts";
import type { PageTimers } from "../../lib/page-timers.ts";
import type { Store } from "../store/store.ts";
import { type Notifier, startDesktopNotifications } from "./desktop-notifications.ts";
import { playSound, startRinger } from "./start-ringer.ts";

export interface AlertsOptions {
  store: Store;
  timers: PageTimers;
  notifier: Notifier;
  storage: BrowserStorage;
  soundsUrl: () => Promise<string>;
  settings: () => Pick<UserSettings, "sounds" | "alerts">;
  /** Nobody looks at the page. */
  isHidden: () => boolean;
}

/** What tells of new callers beside the screen; of several tabs the leading one alone [CN1]. */
export function startAlerts(options: AlertsOptions): () => void {
  const { store, timers, notifier, storage, soundsUrl, settings, isHidden } = options;
  function leads(): boolean {
    return store.getState().seats.tab === "leading";
  }
  const stopRinger = startRinger({
    store,
    play: playSound,
    soundsUrl,
    output: (station) => storage.ringerDevice(station),
    sounds: () => settings().sounds,
    isWanted: () => settings().alerts.ring && leads(),
    schedule: timers.schedule,
  });
  const stopNotifications = startDesktopNotifications({
    store,
    notifier,
    alerts: () => settings().alerts,
    isWanted: () => isHidden() && leads(),
  });
  return () => {
    stopRinger();
    stopNotifications();
  };
}
