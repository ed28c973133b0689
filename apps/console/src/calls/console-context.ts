import {
  clientConfig,
  defaultSettings,
  type DeviceLine,
  type EndpointAnswer,
  listStations,
  type UserSettings,
  voiceToken,
} from "@linedesk/contract";
import { createHttpClient, type HttpClient } from "../lib/http.ts";
import { createSessionClient, type SessionClient } from "../lib/session.ts";
import { type BrowserStorage, createBrowserStorage } from "../lib/storage.ts";
import { type AudioDevices, watchAudioDevices } from "./voice/audio-devices.ts";
import { stationOpened } from "./desk/calls-slice.ts";
import { DeskActions } from "./desk/desk-actions.ts";
import {
  deviceChanged,
  legChanged,
  microphoneChanged,
  noticeClosed,
  noticed,
  type Notice,
  sessionChanged,
  startFailed,
  stationsLoaded,
} from "./desk/desk-slice.ts";
import { failureWords, isNetworkFailure, voiceFailureWords } from "./desk/failure-words.ts";
import { LiveChannel } from "./live/live-channel.ts";
import { type Microphone, watchMicrophone } from "./voice/microphone.ts";
import { afterSession, ExpiryWatch } from "./live/session-watch.ts";
import { type PageTimers, pageTimers } from "./page-timers.ts";
import { playInBrowser, startRinger } from "./desk/ringer.ts";
import { Softphone } from "./voice/softphone.ts";
import { createStore, type Store } from "./desk/store.ts";
import { createVoiceSdk } from "./voice/voice-sdk.ts";
import type { OpenVoiceDevice, VoicePass } from "./voice/voice-port.ts";

export type ClientConfig = EndpointAnswer<typeof clientConfig>;

const httpTimeoutMs = 10_000;

/** [AU32] Leaving for the sign-in page would end the call. */
const signedOutInCall: Notice = {
  id: "session",
  tone: "warning",
  words: "You are signed out. Your call goes on; when it ends, you can sign in again",
  code: null,
  line: null,
};

/** Everything of the console that lives: made once per page, passed down by the React context. */
export class ConsoleContext {
  readonly store: Store = createStore();
  readonly session: SessionClient;
  readonly http: HttpClient;
  readonly storage: BrowserStorage;
  readonly microphone: Microphone;
  readonly audioDevices: AudioDevices;
  readonly softphones: Record<DeviceLine, Softphone>;
  readonly actions: DeskActions;
  readonly openVoiceDevice: OpenVoiceDevice;
  readonly #page: Window;
  readonly #timers: PageTimers;
  readonly #live: LiveChannel;
  #config: Promise<ClientConfig> | null = null;
  #sdk: OpenVoiceDevice | null = null;
  #settings: UserSettings = defaultSettings;
  #started = false;
  readonly #expiry: ExpiryWatch;
  readonly #settingsListeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];

  constructor(page: Window) {
    this.#page = page;
    this.#timers = pageTimers(page);
    const timedFetch: typeof fetch = (input, init) => page.fetch(input, init);
    this.session = createSessionClient({
      fetch: timedFetch,
      timeoutMs: httpTimeoutMs,
      here: () => page.location.href,
      leave: (url) => page.location.assign(url),
      log: (code, error) => this.#log(code, error),
    });
    this.http = createHttpClient({
      fetch: timedFetch,
      timeoutMs: httpTimeoutMs,
      csrfToken: (fresh) => this.session.csrfToken(fresh),
      onSignedOut: () => void this.session.refresh(),
    });
    this.#expiry = new ExpiryWatch({
      now: Date.now,
      schedule: this.#timers.schedule,
      refresh: () => void this.session.refresh(),
    });
    this.#live = new LiveChannel({
      store: this.store,
      http: this.http,
      session: this.session,
      timers: this.#timers,
      onSettings: () => this.#tellSettings(),
    });
    this.storage = createBrowserStorage(page.localStorage, (error) => this.#log("STORAGE", error));
    this.microphone = watchMicrophone(page.navigator.mediaDevices, page.navigator.permissions);
    this.audioDevices = watchAudioDevices(page.navigator.mediaDevices);
    this.openVoiceDevice = async (options) => (await this.#voiceSdk())(options);
    this.softphones = { line1: this.#softphone("line1"), line2: this.#softphone("line2") };
    this.actions = new DeskActions({
      http: this.http,
      store: this.store,
      softphones: this.softphones,
      startsMuted: () => this.#settings.muteDevice,
    });
  }

  /** Run-time configuration; asked for once, and again after a failure. */
  config(): Promise<ClientConfig> {
    this.#config ??= this.http.call(clientConfig, {}).catch((error: unknown) => {
      this.#config = null;
      throw error;
    });
    return this.#config;
  }

  /** Both lines share one loaded SDK. */
  async #voiceSdk(): Promise<OpenVoiceDevice> {
    const { voice, soundsUrl } = await this.config();
    this.#sdk ??= createVoiceSdk({ ...voice, soundsUrl });
    return this.#sdk;
  }

  /** Signs in or goes there, loads the stations and opens the live channel. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    this.#listen();
    await this.#enter();
  }

  async #enter(): Promise<void> {
    this.store.dispatch(startFailed(null));
    await this.session.refresh();
    if (this.session.state.status === "unauthenticated") return this.session.signIn();
    try {
      const config = await this.config();
      if (this.session.state.status !== "authenticated") throw new TypeError("no session answer");
      const { items } = await this.http.call(listStations, {});
      this.store.dispatch(stationsLoaded(items));
      this.#live.open(config.realtime);
    } catch (error) {
      this.store.dispatch(startFailed(failureWords(error).words));
    }
  }

  retryStart(): void {
    void this.#enter();
  }

  /** Follows this station's calls instead of another's; answers to the route. */
  openStation(station: string): void {
    if (this.store.getState().calls.station === station) return;
    this.store.dispatch(stationOpened(station));
    this.#live.follow(station);
    this.#useDevices(station);
    this.#timers.whenIdle(() => {
      for (const softphone of Object.values(this.softphones)) void softphone.device.register();
    });
  }

  chooseDevice(station: string, kind: "input" | "output" | "ringer", device: string): void {
    this.storage.chooseDevice(station, kind, device);
    if (kind !== "ringer") this.#useDevices(station);
  }

  /** From the settings: how new legs start, and how callers ring. */
  applySettings(settings: UserSettings): void {
    this.#settings = settings;
  }

  /** My settings may have changed elsewhere. */
  onSettings(listener: () => void): () => void {
    this.#settingsListeners.add(listener);
    return () => this.#settingsListeners.delete(listener);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#expiry.close();
    this.#live.close();
    for (const softphone of Object.values(this.softphones)) softphone.close();
  }

  #tellSettings(): void {
    for (const listener of this.#settingsListeners) listener();
  }

  #softphone(line: DeviceLine): Softphone {
    return new Softphone({
      open: (options) => this.openVoiceDevice(options),
      fetchPass: () => this.#fetchPass(),
      now: () => new Date().toISOString(),
      schedule: this.#timers.schedule,
      onDevice: (status) => {
        this.store.dispatch(deviceChanged({ line, status }));
        if (status === "registered") this.store.dispatch(noticeClosed(`voice:${line}`));
      },
      onLeg: (leg) => {
        this.store.dispatch(legChanged({ line, leg }));
        if (leg === null && this.session.state.status === "unauthenticated") this.#onSession();
      },
      onMicrophone: (state) => this.microphone.learn(state),
      onFailure: (failure) => {
        const { words, code } = voiceFailureWords(failure.code);
        if (!isNetworkFailure(failure.code)) this.#log("VOICE", failure.message);
        this.store.dispatch(noticed({ id: `voice:${line}`, tone: "failure", words, code, line }));
      },
    });
  }

  async #fetchPass(): Promise<VoicePass> {
    const { state } = this.session;
    if (state.status !== "authenticated") throw new TypeError("nobody is signed in");
    return this.http.call(voiceToken, { body: { identity: state.user.id } });
  }

  #useDevices(station: string): void {
    const input = this.storage.inputDevice(station);
    const output = this.storage.outputDevice(station);
    for (const softphone of Object.values(this.softphones))
      softphone.device
        .useDevices(input, output)
        .catch((error: unknown) => this.#log("DEVICES", error));
  }

  #startRinger(): void {
    const stop = startRinger({
      store: this.store,
      play: playInBrowser,
      soundsUrl: async () => (await this.config()).soundsUrl,
      output: (station) => this.storage.ringerDevice(station),
      sounds: () => this.#settings.sounds,
      now: Date.now,
    });
    this.#stops.push(stop);
  }

  #listen(): void {
    this.#startRinger();
    const { document } = this.#page;
    this.session.onChange(() => this.#onSession());
    this.microphone.onChange((state) => this.store.dispatch(microphoneChanged(state)));
    this.store.dispatch(microphoneChanged(this.microphone.state));
    this.#on(this.#page, "focus", () => void this.session.refresh());
    this.#on(this.#page, "offline", () => this.#live.wentOffline());
    this.#on(this.#page, "online", () => this.#live.cameOnline());
    this.#on(document, "visibilitychange", () => {
      if (document.visibilityState === "visible") this.#live.retry();
    });
  }

  #onSession(): void {
    const { state } = this.session;
    const before = this.store.getState().desk.session;
    this.#expiry.note(state);
    const next = afterSession(state, {
      wasSignedIn: before.status === "authenticated",
      isTalking: Object.values(this.softphones).some(({ leg }) => leg !== null),
    });
    if (next === "stay") return void this.store.dispatch(noticed(signedOutInCall));
    this.store.dispatch(sessionChanged(state));
    if (next === "sign_in") void this.session.signIn();
  }

  #on(target: EventTarget, name: string, handle: () => void): void {
    target.addEventListener(name, handle);
    this.#stops.push(() => target.removeEventListener(name, handle));
  }

  #log(code: string, error: unknown): void {
    reportToServer(this.#page, code, error);
  }
}

/** One line in the browser's log, and to `_log` for who keeps the server's. */
const reportToServer = (page: Window, code: string, error: unknown): void => {
  const message = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-console -- the browser's log is where support looks first.
  console.error(code, message);
  const body = new URLSearchParams({ level: "error", code, message: message.slice(0, 500) });
  page.navigator.sendBeacon?.("/api/auth/_log", body);
};
