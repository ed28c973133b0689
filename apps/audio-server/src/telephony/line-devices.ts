import type { Device } from "@twilio/voice-sdk";

import type { Clock } from "@linedesk/base";
import { LineStream, type LineTrack } from "./line-stream.ts";
import { buildDeviceOptions, type Signalling, type VoiceSdk } from "./voice-sdk.ts";

interface IceServer {
  urls: string;
  username: string;
  credential: string;
}

interface Token {
  token: string;
  iceServers: IceServer[];
}

export interface LineDevicesDeps {
  sdk: VoiceSdk;
  /** The signalling of the first exchange, and of all exchanges by name. */
  voice: Signalling & { services?: readonly (Signalling & { service: string })[] | undefined };
  /** Requests a token for an exchange; `undefined` names the first one. */
  createToken: (service: string | undefined) => Promise<Token>;
  track: LineTrack;
  clock: Clock;
  onFault: (error: unknown) => void;
}

export interface LineDevice {
  device: Device;
  iceServers: IceServer[];
  tokenAtMs: number;
}

/** A token is valid for 15 minutes. The next call replaces a token that is older than this. */
const TOKEN_FRESH_MS = 10 * 60_000;

/** The voice devices of one line, one for each exchange that has had a call of the line. */
export class LineDevices {
  readonly #deps: LineDevicesDeps;
  readonly #devices = new Map<string | undefined, LineDevice>();

  constructor(deps: LineDevicesDeps) {
    this.#deps = deps;
  }

  async open(service?: string): Promise<LineDevice> {
    const { clock, createToken, voice } = this.#deps;
    const name = service === voice.services?.[0]?.service ? undefined : service;
    const opened = this.#devices.get(name);
    if (opened === undefined) {
      return this.#make(name, await createToken(name));
    }
    if (clock.elapsedMs() - opened.tokenAtMs >= TOKEN_FRESH_MS) {
      this.#apply(opened, await createToken(name));
    }
    return opened;
  }

  close(): void {
    for (const { device } of this.#devices.values()) {
      device.destroy();
    }
    this.#devices.clear();
  }

  #make(service: string | undefined, { token, iceServers }: Token): LineDevice {
    const { clock, sdk, voice, track, onFault } = this.#deps;
    const signalling = voice.services?.find((one) => one.service === service) ?? voice;
    const options = buildDeviceOptions(signalling, new LineStream([track]));
    const device = new sdk.Device(token, options);
    const made = { device, iceServers, tokenAtMs: clock.elapsedMs() };
    device.on("error", onFault);
    device.on("tokenWillExpire", () => void this.#renew(service, made));
    this.#devices.set(service, made);
    return made;
  }

  async #renew(service: string | undefined, opened: LineDevice): Promise<void> {
    try {
      this.#apply(opened, await this.#deps.createToken(service));
    } catch (error) {
      opened.tokenAtMs = -Infinity;
      this.#deps.onFault(error);
    }
  }

  #apply(opened: LineDevice, { token, iceServers }: Token): void {
    opened.tokenAtMs = this.#deps.clock.elapsedMs();
    opened.iceServers = iceServers;
    opened.device.updateToken(token);
  }
}
