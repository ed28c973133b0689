import {
  defaultSettings,
  listStations,
  reportQuality,
  type UserSettings,
  voiceToken,
} from "@linedesk/contract";
import { type BrowserStorage, createBrowserStorage } from "../lib/browser-storage.ts";
import { watchClockJumps } from "../lib/clock-jumps.ts";
import { type HttpClient, HttpError } from "../lib/http-client.ts";
import { watchPage } from "../lib/page-events.ts";
import { type PageTimers, pageTimers } from "../lib/page-timers.ts";
import { type AudioDevices, watchAudioDevices } from "./audio/audio-devices.ts";
import { DeskMicrophone } from "./audio/desk-microphone.ts";
import { type Microphone, watchMicrophone } from "./audio/microphone.ts";
import type { Chat } from "./chat/chat.ts";
import { BulkReject } from "./desk/bulk-reject.ts";
import { createChat } from "./desk/create-chat.ts";
import { type Contacts, createContacts } from "./desk/create-contacts.ts";
import { createDesk, type Desk } from "./desk/create-desk.ts";
import type { DeskActions } from "./desk/desk-actions.ts";
import { DeskSoftphones } from "./desk/desk-softphones.ts";
import { createNotifier, type Notifier } from "./desk/desktop-notifications.ts";
import type { Dialler } from "./desk/dialler.ts";
import { HiddenFlags } from "./desk/hidden-flags.ts";
import { LineCarriers } from "./desk/line-carriers.ts";
import { OrderActions } from "./desk/order-actions.ts";
import { OwnSeat } from "./desk/own-seat.ts";
import { RealtimeSync } from "./desk/realtime-sync.ts";
import { sendTrouble } from "./desk/send-trouble.ts";
import { SessionMonitor } from "./desk/session-monitor.ts";
import type { AlertsOptions } from "./desk/start-alerts.ts";
import { describeFailure } from "./failures/describe-failure.ts";
import { reportError } from "./session/server-clients.ts";
import { type RuntimeConfig, createConfigLoader } from "./session/server-clients.ts";
import { createServerClients, createServerProbe } from "./session/server-clients.ts";
import type { SessionClient } from "./session/session-client.ts";
import { createVoiceSdk } from "./softphone/create-voice-sdk.ts";
import type {
  OpenVoiceDevice,
  RunPreflight,
  VoiceSdk,
  VoiceToken,
} from "./softphone/voice-device.ts";
import { startFollowers } from "./start-followers.ts";
import { stationOpened } from "./store/calls-slice.ts";
import {
  microphoneChanged,
  reportStored,
  startFailed,
  stationsLoaded,
} from "./store/desk-slice.ts";
import { createStore, type Store } from "./store/store.ts";

/** Whoever is still here then was not signed out. */
const SIGN_OUT_MS = 5_000;

/** Everything of the console that lives: made once per page, passed down by the React context. */
export class ConsoleContext {
  readonly store: Store = createStore();
  readonly session: SessionClient;
  readonly http: HttpClient;
  readonly storage: BrowserStorage;
  readonly microphone: Microphone;
  readonly audioDevices: AudioDevices;
  readonly softphones: DeskSoftphones;
  readonly carriers: LineCarriers;
  readonly desk: Desk;
  readonly actions: DeskActions;
  readonly order: OrderActions;
  readonly bulkReject: BulkReject;
  readonly contacts: Contacts;
  readonly hiddenFlags: HiddenFlags;
  readonly notifier: Notifier;
  readonly chat: Chat;
  readonly seat: OwnSeat;
  readonly dialler: Dialler;
  readonly openVoiceDevice: OpenVoiceDevice;
  readonly runPreflight: RunPreflight;
  readonly schedule: PageTimers["schedule"];
  readonly #page: Window;
  readonly #timers: PageTimers;
  readonly #deskMicrophone: DeskMicrophone;
  readonly #config: () => Promise<RuntimeConfig>;
  readonly #live: RealtimeSync;
  readonly #sessionWatch: SessionMonitor;
  #sdk: VoiceSdk | null = null;
  #settings: UserSettings = defaultSettings;
  #started = false;
  #isEntering = false;
  /** The person has said so in a dialog of ours. */
  #isSigningOut = false;
  readonly #settingsListeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];

  constructor(page: Window) {
    this.#page = page;
    this.#timers = pageTimers(page);
    this.schedule = this.#timers.schedule;
    function log(code: string, error: unknown): void {
      reportError(page, code, error);
    }
    const { session, http } = createServerClients(page, log, () =>
      this.#sessionWatch.handleSessionRequired(),
    );
    this.session = session;
    this.http = http;
    this.#config = createConfigLoader(http);
    this.storage = createBrowserStorage(page.localStorage, (error) => log("STORAGE", error));
    this.#live = new RealtimeSync({
      store: this.store,
      http,
      session,
      page: {
        readHiddenFlags: (station) => this.hiddenFlags.read(station),
        timers: this.#timers,
        isServerAnswering: createServerProbe(page),
      },
      onSettingsChanged: () => this.#emitSettingsChanged(),
      onPresence: () => void this.seat.loadSeats(),
      contacts: () => this.contacts.list,
    });
    this.notifier = createNotifier(page);
    this.microphone = watchMicrophone(page.navigator.mediaDevices, page.navigator.permissions);
    this.#deskMicrophone = new DeskMicrophone((constraints) =>
      page.navigator.mediaDevices.getUserMedia(constraints),
    );
    this.audioDevices = watchAudioDevices(page.navigator.mediaDevices);
    this.openVoiceDevice = async (options) => (await this.#voiceSdk()).open(options);
    this.runPreflight = async (options) => (await this.#voiceSdk()).preflight(options);
    this.carriers = this.#createCarriers();
    this.softphones = this.#createSoftphones(log);
    this.#sessionWatch = new SessionMonitor({
      session,
      store: this.store,
      schedule: this.#timers.schedule,
      isOnCall: () => this.softphones.isOnCall,
      offer: (notice, run) => this.desk.requests.offer(notice, run),
    });
    this.desk = this.#createDesk();
    this.actions = this.desk.actions;
    this.dialler = this.desk.dialler;
    this.bulkReject = new BulkReject(http, this.store);
    const clock = { schedule: this.schedule, now: Date.now };
    this.contacts = createContacts({ ...this.desk, ...clock, http, store: this.store });
    this.order = new OrderActions({ store: this.store, http });
    this.hiddenFlags = new HiddenFlags({ store: this.store, http, storage: this.storage, log });
    this.seat = this.#createSeat((error) => log("TAB", error));
    this.chat = createChat(this.#alertsOptions(), {
      http,
      subscribe: (channel, listener) => this.#live.subscribe(channel, listener),
      onSettingsChanged: () => this.#emitSettingsChanged(),
    });
  }

  #createCarriers(): LineCarriers {
    const { store, http, storage, schedule } = this;
    const clock = { elapsedMs: () => performance.now(), now: Date.now };
    const desk = () => this;
    const deps = { store, http, storage, schedule, clock, desk, realtime: this.#live };
    return new LineCarriers(deps);
  }

  #createDesk(): Desk {
    const { store, softphones, schedule } = this;
    const http = this.carriers.withDevice(this.http);
    const clock = { elapsedMs: () => performance.now(), now: Date.now, schedule };
    return createDesk({ http, store, softphones, settings: () => this.#settings, clock });
  }

  #createSeat(log: (error: unknown) => void): OwnSeat {
    const { store, http, softphones, actions } = this;
    const { locks } = this.#page.navigator;
    return new OwnSeat({ store, http, timers: this.#timers, softphones, actions, locks, log });
  }

  /** Signs in or goes there, loads the stations and opens the live channel. */
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
    this.store.dispatch(startFailed(null));
    await this.session.refresh();
    if (this.session.state.status === "unauthenticated") {
      return this.#sessionWatch.signIn();
    }
    try {
      const { realtime } = await this.#config();
      if (this.session.state.status !== "authenticated") {
        // The session's answer alone was lost: what is said is that the server is out of reach.
        throw new HttpError({ kind: "network" });
      }
      const { items } = await this.http.call(listStations, {});
      this.store.dispatch(stationsLoaded(items));
      this.seat.tab.start(this.session.state.user.id);
      await this.#live.open(realtime);
    } catch (error) {
      this.store.dispatch(startFailed({ step: "load", words: describeFailure(error).words }));
    }
  }

  retryStart(): void {
    void this.#enter();
  }

  /** Follows this station's calls instead of another's; answers to the route. */
  openStation(station: string): void {
    if (this.store.getState().calls.station === station) {
      return;
    }
    this.store.dispatch(stationOpened(station));
    this.#live.followStation(station);
    void this.hiddenFlags.load(station);
    this.chat.openStation(station);
    this.#useDevices(station);
    this.seat.takeSeat();
  }

  /** Leaves the page, which then asks no more [CN24]. */
  async signOut(): Promise<void> {
    this.#isSigningOut = true;
    await this.session.signOut();
    this.#timers.schedule(() => (this.#isSigningOut = false), SIGN_OUT_MS);
  }

  chooseDevice(station: string, kind: "input" | "output" | "ringer", device: string): void {
    this.storage.chooseDevice(station, kind, device);
    if (kind !== "ringer") {
      this.#useDevices(station);
    }
  }

  /** From the settings: how new legs start, and how callers ring. */
  applySettings(settings: UserSettings): void {
    this.#settings = settings;
    this.#live.watched.applySettings(settings);
    this.chat.applySettings(settings);
  }

  /** My settings may have changed elsewhere. */
  onSettingsChanged(listener: () => void): () => void {
    this.#settingsListeners.add(listener);
    return () => this.#settingsListeners.delete(listener);
  }

  close(): void {
    for (const stop of this.#stops) {
      stop();
    }
    this.#sessionWatch.close();
    this.seat.close();
    this.chat.close();
    this.#live.close();
    this.dialler.close();
    this.carriers.close();
    this.softphones.close();
  }

  #emitSettingsChanged(): void {
    for (const listener of this.#settingsListeners) {
      listener();
    }
  }

  /** Both lines share one loaded SDK. */
  async #voiceSdk(): Promise<VoiceSdk> {
    const { voice, soundsUrl } = await this.#config();
    this.#sdk ??= createVoiceSdk({ ...voice, soundsUrl, microphone: this.#deskMicrophone });
    return this.#sdk;
  }

  async fetchToken(): Promise<VoiceToken> {
    const { state } = this.session;
    if (state.status !== "authenticated") {
      throw new TypeError("nobody is signed in");
    }
    return this.http.call(voiceToken, { body: { identity: state.user.id } });
  }

  #createSoftphones(log: (code: string, error: unknown) => void): DeskSoftphones {
    const { http } = this;
    return new DeskSoftphones({
      store: this.store,
      open: this.openVoiceDevice,
      fetchToken: () => this.fetchToken(),
      schedule: this.#timers.schedule,
      listener: {
        onMicrophone: (state) => this.microphone.setState(state),
        onLegEnded: () => this.#sessionWatch.handleCallEnded(),
        onTrouble: (trouble) => void sendTrouble(http, trouble),
        onMeasured: (call, body) => {
          // [VD80] Nobody waits for it, and nobody could do anything about its loss.
          void http.call(reportQuality, { params: { call }, body }).then(
            () => this.store.dispatch(reportStored()),
            (error: unknown) => log("QUALITY", error),
          );
        },
      },
      log,
      remote: (line) => this.carriers.remote(line),
    });
  }

  #useDevices(station: string): void {
    this.softphones.useDevices(
      this.storage.inputDevice(station),
      this.storage.outputDevice(station),
    );
  }

  #listen(): void {
    const clock = watchClockJumps({
      schedule: this.#timers.schedule,
      now: Date.now,
      onJump: (ms) => this.#handleWake(ms),
    });
    const followers = startFollowers(this, {
      page: this.#page,
      microphone: this.#deskMicrophone,
      alerts: this.#alertsOptions(),
    });
    this.#stops.push(...followers, () => clock.stop());
    this.session.onChange(() => this.#handleSession());
    this.microphone.onChange((state) => this.store.dispatch(microphoneChanged(state)));
    this.store.dispatch(microphoneChanged(this.microphone.state));
    this.#stops.push(
      watchPage(this.#page, {
        onFocus: () => void this.session.refresh(),
        onVisible: () => this.#live.retry(),
        onOffline: () => this.#live.handleOffline(),
        onOnline: () => this.#live.handleOnline(),
        onResume: () => clock.look(),
        asksBeforeLeaving: () =>
          (this.softphones.isOnCall || this.chat.hasUnsent || this.contacts.files.isImporting) &&
          !this.#isSigningOut,
      }),
    );
  }

  /** [CN3] The machine slept, or the browser froze the page. */
  #handleWake(awayMs: number): void {
    this.#live.recheck(awayMs);
    this.softphones.recheck();
    void this.session.refresh();
    this.seat.handleWake();
  }

  #handleSession(): void {
    this.#sessionWatch.look();
    // Signed in elsewhere, while this page had given up or stood still on its way to sign in.
    const { desk } = this.store.getState();
    if (desk.session.status === "authenticated" && !desk.stationsLoaded && !this.#isEntering) {
      void this.#enter();
    }
  }

  #alertsOptions(): AlertsOptions {
    return {
      store: this.store,
      timers: this.#timers,
      notifier: this.notifier,
      storage: this.storage,
      soundsUrl: async () => (await this.#config()).soundsUrl,
      settings: () => this.#settings,
      isHidden: () => this.#page.document.visibilityState === "hidden",
    };
  }
}
