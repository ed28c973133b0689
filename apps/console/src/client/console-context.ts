import { ConsoleLife, type ConsoleLifeDeps, type ConsoleParts } from "./console-life.ts";
import { createConsolePage } from "./console-page.ts";
import { ConsoleVoice } from "./console-voice.ts";
import { createDesk, type Desk } from "./desk/create-desk.ts";
import type { AlertsOptions } from "./desk/ringing/start-alerts.ts";
import { RealtimeSync } from "./desk/seat/realtime-sync.ts";
import { SessionMonitor } from "./desk/seat/session-monitor.ts";
import { OwnSettings } from "./own-settings.ts";
import {
  createConfigLoader,
  createServerClients,
  createServerProbe,
} from "./session/server-clients.ts";
import { createStationParts, type StationParts } from "./station-parts.ts";
import { createStore } from "./store/store.ts";

export interface ConsoleContext extends ConsoleParts {
  life: ConsoleLife;
}

export function createConsole(window: Window): ConsoleContext {
  const page = createConsolePage(window);
  const store = createStore();
  const { session, http } = createServerClients(window, page.log, () =>
    sessionWatch.handleSessionRequired(),
  );
  const config = createConfigLoader(http);
  const settings = new OwnSettings();
  const { timers } = page;
  // The functions in the options use parts that are created later. They run only when these parts
  // exist.
  const live = new RealtimeSync({
    store,
    http,
    session,
    page: {
      readHiddenFlags: (id) => station.hiddenFlags.read(id),
      timers,
      isServerAnswering: createServerProbe(window),
    },
    onSettingsChanged: () => settings.emitChanged(),
    onPresence: () => void station.seat.loadSeats(),
    contacts: () => station.contacts.list,
  });
  const voice = new ConsoleVoice({
    store,
    http,
    session,
    page,
    config,
    realtime: live,
    actions: () => desk.actions,
    onCallEnded: () => sessionWatch.handleCallEnded(),
  });
  const sessionWatch: SessionMonitor = new SessionMonitor({
    session,
    store,
    schedule: timers.schedule,
    isOnCall: () => voice.softphones.isOnCall,
    offer: (notice, run) => desk.requests.offer(notice, run),
  });
  const desk: Desk = createDesk({
    http: voice.carriers.withDevice(http),
    store,
    softphones: voice.softphones,
    settings: () => settings.current,
    feedsAir: (line, id) => voice.carriers.feedsAir(line, id),
    clock: { elapsedMs: () => performance.now(), now: Date.now, schedule: timers.schedule },
  });
  const alerts = createAlertsOptions({ store, page, config, settings });
  const shared = { store, http, page, desk, voice };
  const station: StationParts = createStationParts({ ...shared, realtime: live, settings, alerts });
  const parts = { ...shared, session, station };
  return {
    ...parts,
    life: new ConsoleLife({ parts, live, sessionWatch, settings, config, alerts }),
  };
}

function createAlertsOptions({
  store,
  page,
  config,
  settings,
}: Pick<ConsoleParts, "store" | "page"> &
  Pick<ConsoleLifeDeps, "config" | "settings">): AlertsOptions {
  const { timers, notifier, storage, window } = page;
  return {
    store,
    timers,
    notifier,
    storage,
    soundsUrl: async () => (await config()).soundsUrl,
    settings: () => settings.current,
    isHidden: () => window.document.visibilityState === "hidden",
  };
}
