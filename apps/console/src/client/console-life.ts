import { listStations, type UserSettings } from "@linedesk/contract";
import { watchClockJumps } from "../lib/clock-jumps.ts";
import { type HttpClient, HttpError } from "../lib/http-client.ts";
import { watchPage } from "../lib/page-events.ts";
import type { ConsolePage } from "./console-page.ts";
import type { ConsoleVoice } from "./console-voice.ts";
import type { Desk } from "./desk/create-desk.ts";
import type { AlertsOptions } from "./desk/ringing/start-alerts.ts";
import type { RealtimeSync } from "./desk/seat/realtime-sync.ts";
import type { SessionMonitor } from "./desk/seat/session-monitor.ts";
import { describeFailure } from "./failures/describe-failure.ts";
import type { OwnSettings } from "./own-settings.ts";
import type { RuntimeConfig } from "./session/server-clients.ts";
import type { SessionClient } from "./session/session-client.ts";
import { startFollowers } from "./start-followers.ts";
import type { StationParts } from "./station-parts.ts";
import { stationOpened } from "./store/calls-slice.ts";
import { microphoneChanged, startFailed, stationsLoaded } from "./store/desk-slice.ts";
import { selectMe } from "./store/select-calls.ts";
import type { Store } from "./store/store.ts";

/** If the page is still open after this time, the sign-out has failed and the page continues. */
const SIGN_OUT_MS = 5_000;

export interface ConsoleParts {
  store: Store;
  http: HttpClient;
  session: SessionClient;
  page: ConsolePage;
  voice: ConsoleVoice;
  desk: Desk;
  station: StationParts;
}

export interface ConsoleLifeDeps {
  parts: ConsoleParts;
  live: RealtimeSync;
  sessionWatch: SessionMonitor;
  settings: OwnSettings;
  config: () => Promise<RuntimeConfig>;
  alerts: AlertsOptions;
}

export class ConsoleLife {
  readonly #deps: ConsoleLifeDeps;
  #started = false;
  #isEntering = false;
  #isSigningOut = false;
  readonly #stops: (() => void)[] = [];

  constructor(deps: ConsoleLifeDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    if (this.#started) {
      return;
    }
    this.#started = true;
    this.#listen();
    await this.#enter();
  }

  async #enter(): Promise<void> {
    this.#isEntering = true;
    await this.#load();
    this.#isEntering = false;
  }

  async #load(): Promise<void> {
    const { parts, live, sessionWatch, config } = this.#deps;
    const { store, http, session, station } = parts;
    store.dispatch(startFailed(null));
    await session.refresh();
    if (session.state.status === "unauthenticated") {
      return sessionWatch.signIn();
    }
    try {
      const { realtime } = await config();
      if (session.state.status !== "authenticated") {
        // The server's response was lost, but nobody signed out: the page reports that the server
        // is unreachable.
        throw new HttpError({ kind: "network" });
      }
      const { items } = await http.call(listStations, {});
      store.dispatch(stationsLoaded(items));
      station.seat.tab.start(session.state.user.id);
      await live.open(realtime);
    } catch (error) {
      store.dispatch(startFailed({ step: "load", words: describeFailure(error).words }));
    }
  }

  retryStart(): void {
    void this.#enter();
  }

  openStation(id: string): void {
    const { parts, live } = this.#deps;
    const { store, station, voice } = parts;
    if (store.getState().calls.station === id) {
      return;
    }
    store.dispatch(stationOpened(id, selectMe(store.getState())));
    live.followStation(id);
    void station.hiddenFlags.load(id);
    station.chat.openStation(id);
    voice.useDevices(id);
    station.seat.takeSeat();
  }

  /** Signs the person out and leaves the page, without the question that protects unsaved work. */
  async signOut(): Promise<void> {
    const { session, page } = this.#deps.parts;
    this.#isSigningOut = true;
    await session.signOut();
    page.timers.schedule(() => (this.#isSigningOut = false), SIGN_OUT_MS);
  }

  chooseDevice(station: string, kind: "input" | "output" | "ringer", device: string): void {
    const { page, voice } = this.#deps.parts;
    page.storage.chooseDevice(station, kind, device);
    if (kind !== "ringer") {
      voice.useDevices(station);
    }
  }

  applySettings(current: UserSettings): void {
    const { parts, live, settings } = this.#deps;
    settings.current = current;
    live.watched.applySettings(current);
    parts.station.chat.applySettings(current);
  }

  onSettingsChanged(listener: () => void): () => void {
    return this.#deps.settings.onChanged(listener);
  }

  close(): void {
    const { parts, live, sessionWatch } = this.#deps;
    for (const stop of this.#stops) {
      stop();
    }
    sessionWatch.close();
    parts.station.seat.close();
    parts.station.chat.close();
    live.close();
    parts.desk.dialler.close();
    parts.voice.close();
  }

  #listen(): void {
    const { store, session, page } = this.#deps.parts;
    const clock = watchClockJumps({
      schedule: page.timers.schedule,
      now: Date.now,
      onJump: (ms) => this.#handleWake(ms),
    });
    this.#stops.push(...this.#startFollowers(), () => clock.stop());
    session.onChange(() => this.#handleSession());
    page.microphone.onChange((state) => store.dispatch(microphoneChanged(state)));
    store.dispatch(microphoneChanged(page.microphone.state));
    this.#watchPage(() => clock.check());
  }

  #startFollowers(): (() => void)[] {
    const { store, page, voice, desk, http } = this.#deps.parts;
    const followed = {
      store,
      http: voice.carriers.withDevice(http),
      softphones: voice.softphones,
      actions: desk.actions,
      storage: page.storage,
      audioDevices: page.audioDevices,
      schedule: page.timers.schedule,
      chooseDevice: this.chooseDevice.bind(this),
      feedsAir: voice.carriers.feedsAir.bind(voice.carriers),
      log: (error: unknown) => page.log("DEVICES", error),
    };
    const { window, deskMicrophone } = page;
    const { alerts } = this.#deps;
    return startFollowers(followed, { page: window, microphone: deskMicrophone, alerts });
  }

  #watchPage(onResume: () => void): void {
    const { parts, live } = this.#deps;
    const { session, page, voice, station, store } = parts;
    this.#stops.push(
      watchPage(page.window, {
        onFocus: () => void session.refresh(),
        onVisible: () => live.retry(),
        onOffline: () => live.handleOffline(),
        onOnline: () => live.handleOnline(),
        onResume,
        onPress: () => store.drawing.notePress(),
        asksBeforeLeaving: () =>
          (voice.softphones.isOnCall ||
            station.chat.hasUnsent ||
            station.contacts.files?.isImporting === true) &&
          !this.#isSigningOut,
      }),
    );
  }

  #handleWake(awayMs: number): void {
    const { parts, live } = this.#deps;
    live.recheck(awayMs);
    parts.voice.softphones.recheck();
    void parts.session.refresh();
    parts.station.seat.handleWake();
  }

  #handleSession(): void {
    this.#deps.sessionWatch.check();
    // A valid session without stations means that the person has signed in in another tab, or that
    // the page did not leave for the sign-in page. The console then loads.
    const { desk } = this.#deps.parts.store.getState();
    if (desk.session.status === "authenticated" && !desk.stationsLoaded && !this.#isEntering) {
      void this.#enter();
    }
  }
}
