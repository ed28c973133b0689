import { reportQuality, voiceToken } from "@linedesk/contract";
import type { HttpClient } from "../lib/http-client.ts";
import type { ConsolePage } from "./console-page.ts";
import type { CallCommands } from "./desk/actions/call-commands.ts";
import { DeskSoftphones } from "./desk/claims/desk-softphones.ts";
import { LineCarriers } from "./desk/claims/line-carriers.ts";
import type { RealtimeSync } from "./desk/seat/realtime-sync.ts";
import { sendTrouble } from "./desk/seat/send-trouble.ts";
import type { RuntimeConfig } from "./session/server-clients.ts";
import type { SessionClient } from "./session/session-client.ts";
import type {
  OpenVoiceDevice,
  RunPreflight,
  VoiceSdk,
  VoiceToken,
} from "./softphone/voice-device.ts";
import { reportStored } from "./store/desk-slice.ts";
import type { Store } from "./store/store.ts";

export interface ConsoleVoiceDeps {
  store: Store;
  http: HttpClient;
  session: SessionClient;
  page: ConsolePage;
  config: () => Promise<RuntimeConfig>;
  realtime: RealtimeSync;
  /** This is a function, because the commands are created later. */
  actions: () => CallCommands;
  onCallEnded: () => void;
}

export class ConsoleVoice {
  readonly carriers: LineCarriers;
  readonly softphones: DeskSoftphones;
  readonly #deps: ConsoleVoiceDeps;
  #sdk: VoiceSdk | null = null;

  constructor(deps: ConsoleVoiceDeps) {
    const { store, http, page, realtime } = deps;
    const { storage } = page;
    const { schedule } = page.timers;
    const clock = { elapsedMs: () => performance.now(), now: Date.now };
    const desk = () => ({ softphones: this.softphones, actions: deps.actions() });
    this.#deps = deps;
    this.carriers = new LineCarriers({ store, http, storage, schedule, clock, desk, realtime });
    this.softphones = this.#createSoftphones();
  }

  readonly openDevice: OpenVoiceDevice = async (options) => (await this.#load()).open(options);

  readonly runPreflight: RunPreflight = async (options) => (await this.#load()).preflight(options);

  readonly fetchToken = async (service?: string): Promise<VoiceToken> => {
    const { http, session } = this.#deps;
    if (session.state.status !== "authenticated") {
      throw new TypeError("nobody is signed in");
    }
    return http.call(voiceToken, { body: { identity: session.state.user.id, service } });
  };

  useDevices(station: string): void {
    const { storage } = this.#deps.page;
    this.softphones.useDevices(storage.inputDevice(station), storage.outputDevice(station));
  }

  close(): void {
    this.carriers.close();
    this.softphones.close();
  }

  /** Both lines share one SDK, whose code and settings are loaded when a line first needs them. */
  async #load(): Promise<VoiceSdk> {
    const { config, page } = this.#deps;
    const [{ voice, soundsUrl }, { createVoiceSdk }] = await Promise.all([
      config(),
      import("./softphone/create-voice-sdk.ts"),
    ]);
    this.#sdk ??= createVoiceSdk({ ...voice, soundsUrl, microphone: page.deskMicrophone });
    return this.#sdk;
  }

  #createSoftphones(): DeskSoftphones {
    const { store, http, page, onCallEnded } = this.#deps;
    const { log, microphone, timers } = page;
    return new DeskSoftphones({
      store,
      open: this.openDevice,
      fetchToken: this.fetchToken,
      schedule: timers.schedule,
      listener: {
        onMicrophone: (state) => microphone.setState(state),
        onCallEnded,
        onTrouble: (trouble) => void sendTrouble(http, trouble),
        onMeasured: (call, body) => {
          // Nothing waits for the report, and a lost report is only logged.
          void http.call(reportQuality, { params: { call }, body }).then(
            () => store.dispatch(reportStored()),
            (error: unknown) => log("QUALITY", error),
          );
        },
      },
      log,
      remote: (line) => this.carriers.remote(line),
    });
  }
}
