import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { OpusLibrary } from "@linedesk/media";
import type { AudioServerConfig } from "../config/config-shape.ts";
import { AudioLine, LINES, type LineName } from "../lines/audio-line.ts";
import { describeDevice } from "../lines/build-status.ts";
import { chooseDevice } from "../lines/choose-device.ts";
import { LineSound } from "../lines/line-sound.ts";
import type { MaintenanceName } from "../protocol/line-request.ts";
import { HubClient } from "../realtime/hub-client.ts";
import type { Credentials } from "../station/credentials.ts";
import { StationApi, type StationConfig } from "../station/station-api.ts";
import { VoiceLine } from "../telephony/voice-line.ts";
import { loadVoiceSdk } from "../telephony/voice-sdk.ts";

interface AudioServerDeps {
  config: AudioServerConfig;
  credentials: Credentials;
  clock: Clock;
  log: Logger;
  opus: OpusLibrary | null;
  faults: FaultSink;
  listener: AudioServerListener;
}

export interface AudioServerListener {
  onChange(line: LineName): void;
  onRestartRequest(): void;
  readLog(): string;
}

export interface FaultSink {
  add(where: string, error: unknown): void;
}

export interface RunningLine {
  name: LineName;
  line: AudioLine;
  sound: LineSound;
}

export class AudioServer {
  readonly lines: readonly RunningLine[];
  readonly #hub: HubClient;
  readonly #api: StationApi;
  readonly #deps: Pick<AudioServerDeps, "listener" | "log" | "faults">;

  constructor(deps: AudioServerDeps, station: StationConfig) {
    const { config, credentials, log, clock, opus } = deps;
    const api = new StationApi(config.station, credentials);
    this.#api = api;
    this.#deps = deps;
    async function noteFault<Answer>(answer: Promise<Answer>): Promise<Answer> {
      return await answer.catch((error: unknown) => {
        deps.faults.add("station", error);
        throw error;
      });
    }
    this.#hub = new HubClient({
      config: station.realtime,
      clock,
      authorizer: {
        channel: (socketId, channel) => noteFault(api.authorizeChannel(socketId, channel)),
        user: (socketId) => noteFault(api.authorizeUser(socketId)),
      },
      onState: (state) => log.info({ state }, "realtime connection changed"),
    });
    const sdk = loadVoiceSdk(clock, opus);
    this.lines = LINES.map((name) => {
      const sound = this.#openSound(deps, name);
      const phone = new VoiceLine({
        sdk,
        voice: station.voice,
        createToken: (service) => api.createVoiceToken(name, service),
        sound,
        clock,
        listener: {
          onAccepted: (requestId, callSid) => line.handleAccepted(requestId, callSid),
          onEnded: (requestId, reason) => line.handleEnded(requestId, reason),
          onFailed: (requestId, message, code) => line.handleFailed(requestId, message, code),
        },
        onFault: (error) => deps.faults.add(name, error),
      });
      const line = new AudioLine({
        line: name,
        channelName: `presence-audio-server-${credentials.id}-${name}`,
        sound,
        phone,
        hub: this.#hub,
        createClaim: (user, { target, station: named }) =>
          api.createClaim({ line: name, user, target, station: named }),
        clock,
        log,
        listener: {
          onState: () => deps.listener.onChange(name),
          onMaintenance: (maintenance, request) =>
            void this.#handleMaintenance(maintenance, request),
        },
      });
      return { name, line, sound };
    });
  }

  get hubState(): string {
    return this.#hub.state;
  }

  async open(): Promise<void> {
    await Promise.all(this.lines.map(({ sound }) => sound.open()));
  }

  close(): void {
    for (const { line, sound } of this.lines) {
      line.close();
      sound.close();
    }
    this.#hub.close();
  }

  async #handleMaintenance(maintenance: MaintenanceName, request: string): Promise<void> {
    const { listener, log, faults } = this.#deps;
    log.info({ request, maintenance }, "station request received");
    if (maintenance === "restart.requested") {
      listener.onRestartRequest();
      return;
    }
    try {
      await this.#api.sendLog(request, listener.readLog());
    } catch (error) {
      faults.add("log", error);
    }
  }

  #openSound({ config, clock, log, faults, listener }: AudioServerDeps, name: LineName): LineSound {
    const { device, toStudio, fromStudio } = config.lines[name];
    return new LineSound({
      open: chooseDevice(device, name, clock),
      toStudio,
      fromStudio,
      clock,
      onDevice: (state) => {
        log.info({ line: name, device: describeDevice(state) }, "sound device changed");
        if (state.status === "lost") {
          faults.add(name, new Error(state.reason));
        }
        this.lines.find((one) => one.name === name)?.line.handleDevice();
        listener.onChange(name);
      },
    });
  }
}
