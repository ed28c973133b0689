import type { HttpClient } from "../lib/http-client.ts";
import type { Chat } from "./chat/chat.ts";
import type { ConsolePage } from "./console-page.ts";
import type { ConsoleVoice } from "./console-voice.ts";
import { type Contacts, createContacts } from "./desk/contacts/create-contacts.ts";
import type { Desk } from "./desk/create-desk.ts";
import { OrderActions } from "./desk/marks/order-actions.ts";
import { createChat } from "./desk/ringing/create-chat.ts";
import type { AlertsOptions } from "./desk/ringing/start-alerts.ts";
import { HiddenFlags } from "./desk/seat/hidden-flags.ts";
import { OwnSeat } from "./desk/seat/own-seat.ts";
import type { RealtimeSync } from "./desk/seat/realtime-sync.ts";
import type { OwnSettings } from "./own-settings.ts";
import type { Store } from "./store/store.ts";

export interface StationParts {
  order: OrderActions;
  hiddenFlags: HiddenFlags;
  contacts: Contacts;
  chat: Chat;
  seat: OwnSeat;
}

export interface StationPartsDeps {
  store: Store;
  http: HttpClient;
  page: ConsolePage;
  desk: Desk;
  voice: ConsoleVoice;
  realtime: RealtimeSync;
  settings: OwnSettings;
  alerts: AlertsOptions;
}

export function createStationParts(deps: StationPartsDeps): StationParts {
  const { store, http, page, desk, realtime, settings } = deps;
  const { timers, storage, log } = page;
  const { softphones } = deps.voice;
  const { actions } = desk;
  const { locks } = page.window.navigator;
  return {
    order: new OrderActions({ store, http, changes: desk.requests.changes }),
    hiddenFlags: new HiddenFlags({ store, http, storage, log }),
    contacts: createContacts({ ...desk, schedule: timers.schedule, now: Date.now, http, store }),
    chat: createChat(deps.alerts, {
      http,
      subscribe: (channel, listener) => realtime.subscribe(channel, listener),
      onSettingsChanged: () => settings.emitChanged(),
    }),
    seat: new OwnSeat({
      store,
      http,
      timers,
      softphones,
      actions,
      locks,
      log: (error) => log("TAB", error),
    }),
  };
}
