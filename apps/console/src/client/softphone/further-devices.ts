import type { LineDevice, LineDeviceOptions } from "./line-device.ts";
import type { VoiceDevice, VoiceDeviceEvent } from "./voice-device.ts";
import { InvalidStateError } from "./voice-errors.ts";

type Options = Pick<LineDeviceOptions, "open" | "fetchToken" | "schedule"> & {
  listener: Pick<LineDeviceOptions["listener"], "onMicrophoneEnded">;
};

interface Opened {
  device: VoiceDevice;
  cancelRenewal: () => void;
  /** Is true after a failure. The next call then gets a new device. */
  isFailed: boolean;
}

/** A token is valid for 15 minutes, and is renewed before it expires. */
const RENEWAL_MS = 13 * 60_000;
const RENEWAL_RETRY_MS = 5_000;

/**
 * The devices of one line at the exchanges after the first one. They take no incoming calls. Each
 * is opened for the first call there and then stays connected.
 */
export class FurtherDevices {
  readonly #options: Options;
  readonly #line: Pick<LineDevice, "share">;
  readonly #opened = new Map<string, Opened>();
  #closings = 0;

  constructor(options: Options, line: Pick<LineDevice, "share">) {
    this.#options = options;
    this.#line = line;
  }

  async open(service: string): Promise<VoiceDevice> {
    const opened = this.#opened.get(service);
    if (opened !== undefined && !opened.isFailed) {
      await this.#line.share(opened.device);
      return opened.device;
    }
    if (opened !== undefined) {
      this.#drop(opened);
      this.#opened.delete(service);
    }
    const { device } = await this.#make(service);
    await this.#line.share(device);
    return device;
  }

  close(): void {
    this.#closings += 1;
    for (const opened of this.#opened.values()) {
      this.#drop(opened);
    }
    this.#opened.clear();
  }

  async #make(service: string): Promise<Opened> {
    const { open, fetchToken } = this.#options;
    const closings = this.#closings;
    const voiceToken = await fetchToken(service);
    const onEvent = (event: VoiceDeviceEvent): void => this.#onEvent(service, event);
    const device = await open({ voiceToken, service, onEvent });
    if (closings !== this.#closings) {
      device.close();
      throw new InvalidStateError("The softphone is closed");
    }
    const opened = { device, cancelRenewal: () => undefined, isFailed: false };
    this.#opened.set(service, opened);
    this.#renewIn(RENEWAL_MS, service, opened);
    return opened;
  }

  #onEvent(service: string, event: VoiceDeviceEvent): void {
    const opened = this.#opened.get(service);
    switch (event.type) {
      case "failed":
        if (opened !== undefined) {
          opened.isFailed = true;
        }
        return;
      case "microphoneEnded":
        return this.#options.listener.onMicrophoneEnded();
      case "incoming":
        return event.call.ignore();
      case "incomingEnded":
      case "registering":
      case "registered":
      case "unregistered":
      case "destroyed":
      case "tokenWillExpire":
    }
  }

  #renewIn(delayMs: number, service: string, opened: Opened): void {
    opened.cancelRenewal = this.#options.schedule(() => void this.#renew(service, opened), delayMs);
  }

  async #renew(service: string, opened: Opened): Promise<void> {
    try {
      const pass = await this.#options.fetchToken(service);
      if (this.#opened.get(service) === opened) {
        opened.device.updateToken(pass);
        this.#renewIn(RENEWAL_MS, service, opened);
      }
    } catch {
      // The server is unavailable, and the desk shows this.
      if (this.#opened.get(service) === opened) {
        this.#renewIn(RENEWAL_RETRY_MS, service, opened);
      }
    }
  }

  #drop({ device, cancelRenewal }: Opened): void {
    cancelRenewal();
    device.close();
  }
}
