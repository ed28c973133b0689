import type * as Sdk from "@twilio/voice-sdk";

import type { DeskMicrophone } from "../audio/desk-microphone.ts";
import {
  fullProcessing,
  isExclusive,
  isProcessedSo,
  isSameProcessing,
  noProcessing,
  type Processing,
} from "../audio/processing.ts";

/**
 * The microphone of one voice device. It opens with the processing of its line, and changes the
 * processing of a call without a gap.
 */
export class LineMicrophone {
  readonly #microphone: DeskMicrophone;
  readonly #onEnded: () => void;
  #processing = fullProcessing;
  /** The newest stream; `null` before the first call. */
  #stream: MediaStream | null = null;
  #isMuted: () => boolean = () => false;
  /** The functions that stop the old tracks once the new track sends; `null` without a change. */
  #waiting: (() => void)[] | null = null;
  #changing: Promise<void> = Promise.resolve();

  constructor(microphone: DeskMicrophone, onEnded: () => void) {
    this.#microphone = microphone;
    this.#onEnded = onEnded;
  }

  /** The SDK's `getUserMedia`. */
  readonly getUserMedia = async (constraints: MediaStreamConstraints): Promise<MediaStream> => {
    const stream = await this.#microphone.getUserMedia(toDevice(constraints), this.#processing);
    for (const track of stream.getAudioTracks()) {
      this.#adopt(track);
    }
    this.#stream = stream;
    return stream;
  };

  /** Notes the device's present call; `null` without a call. */
  setCall(isMuted: (() => boolean) | null): void {
    this.#isMuted = isMuted ?? (() => false);
  }

  async use(processing: Processing, device: Sdk.Device): Promise<void> {
    const change = async (): Promise<void> => {
      const before = this.#processing;
      if (isSameProcessing(before, processing)) {
        return;
      }
      if (device.isBusy && isExclusive(before, processing)) {
        await this.#renewTrack(noProcessing, device);
      }
      await this.#renewTrack(processing, device);
      if (device.isBusy && !this.#isAsChosen(processing)) {
        // Chrome does not open this kind of processing before the old track has stopped.
        await this.#renewTrack(processing, device, { overlaps: false });
      }
    };
    this.#changing = this.#changing.then(change, change);
    await this.#changing;
  }

  #isAsChosen(processing: Processing): boolean {
    return this.#stream === null || isProcessedSo(this.#stream, processing);
  }

  async #renewTrack(
    processing: Processing,
    { audio, isBusy }: Sdk.Device,
    { overlaps = true } = {},
  ): Promise<void> {
    this.#processing = processing;
    const present = audio?.inputDevice?.deviceId;
    if (audio === null || (present === undefined && !isBusy)) {
      return;
    }
    this.#waiting = overlaps ? [] : null;
    try {
      // The SDK takes a new track only for a chosen device, or when the constraints change.
      const first = findDefault(audio);
      if (present !== undefined) {
        await audio.setAudioConstraints({ ...processing });
      } else if (first !== undefined) {
        await audio.setInputDevice(first);
      }
    } finally {
      const stops = this.#waiting ?? [];
      this.#waiting = null;
      stops.forEach((stop) => stop());
    }
  }

  #adopt(track: MediaStreamTrack): void {
    track.addEventListener("ended", this.#onEnded);
    // The SDK mutes a new track only after the track has begun to send.
    track.enabled = !this.#isMuted();
    const stop = track.stop.bind(track);
    track.stop = () => {
      if (this.#waiting === null) {
        stop();
      } else {
        this.#waiting.push(stop);
      }
    };
  }
}

/** Returns only the device of the constraints, because the line decides the processing. */
function toDevice({ audio }: MediaStreamConstraints): MediaStreamConstraints {
  const deviceId = typeof audio === "object" ? audio.deviceId : undefined;
  return { audio: deviceId === undefined ? true : { deviceId } };
}

function findDefault({ availableInputDevices: inputs }: Sdk.AudioHelper): string | undefined {
  return inputs.has("default") ? "default" : inputs.keys().next().value;
}
