import {
  audioServerChannel,
  type DeviceLine,
  feedsAir,
  type LineDevice,
  readAudioServer,
} from "@linedesk/contract";
import type { BrowserStorage } from "../../../lib/browser-storage.ts";
import type { HttpClient } from "../../../lib/http-client.ts";
import { AudioServerError, NOT_INITIALIZED } from "../../audio-server/audio-server-error.ts";
import type { AudioServerLine } from "../../audio-server/audio-server-line.ts";
import type { CarrierStatus } from "../../audio-server/carrier-status.ts";
import type { ChannelListener } from "../../realtime/realtime.ts";
import type { RemoteCarrier, Softphone } from "../../softphone/softphone.ts";
import type { VoiceCall, VoiceCallEvent } from "../../softphone/voice-device.ts";
import { type Carrier, carrierChanged } from "../../store/carriers-slice.ts";
import { noticed } from "../../store/desk-slice.ts";
import { selectAirRules } from "../../store/select-air-rules.ts";
import {
  selectCall,
  selectHolderLine,
  selectIsOnCall,
  selectMe,
  selectMyCallOn,
} from "../../store/select-calls.ts";
import { selectMasksNumbers } from "../../store/select-channel-name.ts";
import { type RolePreset, selectRolePreset } from "../../store/select-role-preset.ts";
import type { Store } from "../../store/store.ts";
import { withLineDevice } from "./with-line-device.ts";

export interface LineCarriersDeps {
  store: Store;
  http: HttpClient;
  storage: BrowserStorage;
  realtime: {
    subscribe(channel: string, listener: ChannelListener): () => void;
    send(channel: string, event: string, data: object): boolean;
  };
  schedule: (run: () => void, ms: number) => () => void;
  clock: { elapsedMs: () => number; now: () => number };
  /** This is a function, because the desk is created later. */
  desk: () => {
    softphones: Record<DeviceLine, Pick<Softphone, "leg" | "adopt">>;
    actions: { takeNextOn(line: DeviceLine): Promise<void> };
  };
}

interface Opened {
  id: string;
  line: AudioServerLine;
}

const lines = ["line1", "line2"] as const;

export class LineCarriers {
  readonly #deps: LineCarriersDeps;
  readonly #opened: Record<DeviceLine, Opened | null> = { line1: null, line2: null };
  readonly #stops: (() => void)[];
  readonly #listeners = new Set<() => void>();
  /** The preset of the person's role, which counts while the person has chosen no device. */
  #rolePreset: RolePreset = [];

  constructor(deps: LineCarriersDeps) {
    this.#deps = deps;
    this.#stops = [
      deps.storage.onChange(() => this.#follow()),
      deps.store.onChange(() => this.#followRolePreset()),
    ];
    this.#follow();
  }

  /** Reports a change of the devices that the person or the station has chosen. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the id of the preset that the person uses, or `null`. */
  preset(): string | null {
    const { storage } = this.#deps;
    return storage.devicePreset() ?? (this.#isChosen() ? null : (this.#rolePreset[0]?.id ?? null));
  }

  /** Returns the line's device for the server; undefined for a browser's line without a preset. */
  device(line: DeviceLine): LineDevice | undefined {
    const id = this.server(line);
    const preset = this.preset();
    const named = preset === null ? {} : { preset };
    if (id === null) {
      return preset === null ? undefined : { type: "browser", ...named };
    }
    return { type: "audio_server", id, ...named };
  }

  /** Returns false until the station has reported which lines feed the air. */
  feedsAir(line: DeviceLine, station: string): boolean {
    const rules = selectAirRules(this.#deps.store.getState())[station];
    return rules !== undefined && feedsAir(line, this.device(line), rules);
  }

  withDevice(http: HttpClient): HttpClient {
    const { store } = this.#deps;
    return withLineDevice(
      http,
      (line) => this.device(line),
      (call) => selectHolderLine(store.getState(), call),
    );
  }

  isRemote(line: DeviceLine): boolean {
    return this.server(line) !== null;
  }

  remote(line: DeviceLine): RemoteCarrier {
    return {
      isChosen: () => this.isRemote(line),
      check: () => this.check(line),
      connect: (target, onEvent) => this.connect(line, target, onEvent),
    };
  }

  /** Rejects when the line cannot carry a call, so that no call is claimed. */
  async check(line: DeviceLine): Promise<void> {
    const opened = await this.#open(line);
    if (!opened.isReady) {
      const error = new AudioServerError(NOT_INITIALIZED);
      this.#offerBrowser(line, error);
      throw error;
    }
  }

  async connect(
    line: DeviceLine,
    { callId, claim }: { callId: string; claim: string },
    onEvent: (event: VoiceCallEvent) => void,
  ): Promise<VoiceCall> {
    const opened = await this.#open(line);
    try {
      const { buildConnectTarget } = await import("./build-connect-target.ts");
      const state = this.#deps.store.getState();
      const masks = selectMasksNumbers(state, selectCall(state, callId)?.station);
      return await opened.connect(buildConnectTarget(state, { callId, claim, masks }), onEvent);
    } catch (error) {
      this.#offerBrowser(line, error);
      throw error;
    }
  }

  /** Ends another person's call on the line; the line itself notifies that person. */
  takeOver(line: DeviceLine): void {
    this.#opened[line]?.line.disconnectAll();
  }

  poll(line: DeviceLine): void {
    this.#opened[line]?.line.poll();
  }

  /**
   * Reports the status of any audio server for the admin area; returns a function that stops it.
   */
  watch(server: string, line: DeviceLine, onStatus: (status: CarrierStatus) => void): () => void {
    let stop: () => void = () => undefined;
    let isStopped = false;
    void import("../../audio-server/audio-server-line.ts").then(({ AudioServerLine: Line }) => {
      if (isStopped) {
        return;
      }
      const watched = new Line({
        ...this.#reach(server, line),
        listener: { onStatus, onRefused: () => undefined, onStart: () => undefined },
        isWatched: true,
      });
      stop = () => watched.close();
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  close(): void {
    for (const stop of this.#stops) {
      stop();
    }
    for (const line of lines) {
      this.#close(line);
    }
  }

  /** Returns the id of the audio server that carries the line; `null` means the browser. */
  server(line: DeviceLine): string | null {
    const config = this.#deps.storage.deviceConfig(line);
    if (config === null) {
      return this.#isChosen() ? null : this.#rolePresetServer(line);
    }
    return config.type === "audio_server" ? (config.id ?? null) : null;
  }

  #rolePresetServer(line: DeviceLine): string | null {
    return this.#rolePreset.find((one) => one.line === line)?.audioServer ?? null;
  }

  /** Returns true when the person has chosen a preset or the device of a line. */
  #isChosen(): boolean {
    const { storage } = this.#deps;
    const configs = lines.map((line) => storage.deviceConfig(line));
    return storage.devicePreset() !== null || configs.some((config) => config !== null);
  }

  #offerBrowser(line: DeviceLine, error: unknown): void {
    if (error instanceof AudioServerError) {
      error.useBrowser = () => this.#useBrowser(line);
    }
  }

  /** Lets the browser carry this line. The preset and the carrier of the other line stay. */
  #useBrowser(line: DeviceLine): void {
    const { storage } = this.#deps;
    const [preset, other] = [this.preset(), line === "line1" ? "line2" : "line1"] as const;
    const id = this.server(other);
    if (id !== null) {
      storage.saveDeviceConfig(other, { type: "audio_server", id });
    }
    storage.saveDevicePreset(preset);
    storage.saveDeviceConfig(line, null);
  }

  /**
   * A call keeps its device, so another preset of the role counts only while both lines are free.
   */
  #followRolePreset(): void {
    const state = this.#deps.store.getState();
    const rolePreset = selectRolePreset(state);
    if (rolePreset !== this.#rolePreset && !selectIsOnCall(state)) {
      this.#rolePreset = rolePreset;
      this.#follow();
    }
  }

  #follow(): void {
    this.#followServers();
    for (const listener of this.#listeners) {
      listener();
    }
  }

  #followServers(): void {
    for (const line of lines) {
      const id = this.server(line);
      if (id === (this.#deps.store.getState().carriers[line]?.id ?? null)) {
        continue;
      }
      this.#close(line);
      if (id !== null) {
        this.#draw(line, { id, name: null, ...unknownYet });
        void this.#open(line);
        void this.#loadName(line, id);
      }
    }
  }

  #close(line: DeviceLine): void {
    this.#opened[line]?.line.close();
    this.#opened[line] = null;
    this.#draw(line, null);
  }

  async #open(line: DeviceLine): Promise<AudioServerLine> {
    // The module is a separate chunk, because the browser carries most lines.
    const { AudioServerLine: Line } = await import("../../audio-server/audio-server-line.ts");
    const id = this.server(line) ?? "";
    const opened = this.#opened[line];
    if (opened?.id === id) {
      return opened.line;
    }
    const made = new Line({
      ...this.#reach(id, line),
      isWatched: false,
      listener: {
        onStatus: (status) => this.#handleStatus(line, id, status),
        onStart: (user) => this.#handleStart(line, user),
        onRefused: (words) =>
          void this.#deps.store.dispatch(
            noticed({ id: `carrier:${line}`, tone: "failure", words, code: null, line }),
          ),
      },
    });
    this.#opened[line] = { id, line: made };
    return made;
  }

  #reach(server: string, line: DeviceLine) {
    const { realtime, schedule, clock } = this.#deps;
    const channel = audioServerChannel(server, line);
    return {
      server,
      line,
      schedule,
      now: clock.elapsedMs,
      follow: (listener: ChannelListener) => realtime.subscribe(channel, listener),
      send: (event: string, data: object) => realtime.send(channel, event, data),
    };
  }

  /** Takes the next caller if this person used the line last, or if nobody has used it. */
  #handleStart(line: DeviceLine, user: string | null): void {
    const state = this.#deps.store.getState();
    const isMine = user === null || user === selectMe(state);
    if (isMine && state.seats.tab === "leading") {
      void this.#deps.desk().actions.takeNextOn(line);
    }
  }

  #handleStatus(line: DeviceLine, id: string, status: CarrierStatus): void {
    const { store, clock } = this.#deps;
    const before = store.getState().carriers[line];
    if (before?.id !== id) {
      return;
    }
    const { lastReplyAt: repliedAt, report } = status;
    const agoMs = repliedAt === null ? null : clock.elapsedMs() - repliedAt;
    this.#draw(line, {
      ...before,
      status: status.status,
      report,
      lastReplyAt: agoMs === null ? null : clock.now() - agoMs,
      usedBy: this.#findOtherUser(line, status),
    });
    this.#adopt(line, status);
  }

  /** Adopts the call that the line's audio server still carries after a reload of the page. */
  #adopt(line: DeviceLine, { status, report }: CarrierStatus): void {
    const { store, desk } = this.#deps;
    const state = store.getState();
    const opened = this.#opened[line];
    const request = report?.request ?? null;
    const isMine = report?.user === selectMe(state) && report?.state === "connected";
    if (opened === null || request === null || !isMine || status !== "online") {
      return;
    }
    const call = state.seats.tab === "leading" ? selectMyCallOn(state, line) : null;
    const softphone = desk().softphones[line];
    if (call !== null && softphone.leg === null) {
      softphone.adopt(call.id, (onEvent) => opened.line.adopt(request, onEvent));
    }
  }

  /** Returns the other person whose call the line carries, or `null`. */
  #findOtherUser(line: DeviceLine, { report }: CarrierStatus): string | null {
    const user = report?.user ?? null;
    if (user === null || report?.state === "idle") {
      return null;
    }
    const isMine = user === selectMe(this.#deps.store.getState());
    return isMine ? null : (this.#opened[line]?.line.nameOf(user) ?? user);
  }

  async #loadName(line: DeviceLine, id: string): Promise<void> {
    const { http, store } = this.#deps;
    try {
      const { name } = await http.call(readAudioServer, { params: { id } });
      const carrier = store.getState().carriers[line];
      if (carrier?.id === id) {
        this.#draw(line, { ...carrier, name });
      }
    } catch {
      // The line itself reports that the audio server is offline. Without the name the card shows
      // only the status.
    }
  }

  #draw(line: DeviceLine, carrier: Carrier | null): void {
    this.#deps.store.dispatch(carrierChanged({ line, carrier }));
  }
}

const unknownYet = {
  status: "connecting",
  lastReplyAt: null,
  report: null,
  usedBy: null,
} as const satisfies Partial<Carrier>;
