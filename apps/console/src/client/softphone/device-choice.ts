import type * as Sdk from "@twilio/voice-sdk";

/** The microphone and the speaker that the person has chosen for a device. */
export class DeviceChoice {
  readonly #device: Sdk.Device;
  #input = "default";

  constructor(device: Sdk.Device) {
    this.#device = device;
  }

  async use(input: string, output: string): Promise<void> {
    const { audio, isBusy } = this.#device;
    if (audio === null) {
      return;
    }
    this.#input = input;
    // During a call the SDK cannot unset a chosen device, so the default device is set in its
    // place.
    const mustReplace = isBusy && audio.inputDevice !== null;
    if (input === "default" && !mustReplace) {
      await audio.unsetInputDevice();
    } else {
      await audio.setInputDevice(input);
    }
    if (audio.isOutputSelectionSupported) {
      await audio.speakerDevices.set(output);
    }
  }

  /**
   * Releases the default microphone after a call. It may have been set as a chosen device, which
   * the SDK keeps open.
   */
  releaseDefault(): void {
    const audio = this.#device.audio ?? null;
    if (this.#input === "default" && audio !== null && audio.inputDevice !== null) {
      // During another call the SDK refuses this, and the end of that call releases the microphone.
      audio.unsetInputDevice().catch(() => undefined);
    }
  }
}
