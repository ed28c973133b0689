import {
  fullProcessing,
  isProcessedSo,
  isSameProcessing,
  type Processing,
  stopTracks,
} from "./processing.ts";

type GetUserMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>;
type ListInputs = () => Promise<readonly MediaDeviceInfo[]>;

/**
 * Opening a microphone makes a noise, so the desk keeps it open. Each softphone stops only its own
 * clone of the track.
 */
export class DeskMicrophone {
  readonly #ask: GetUserMedia;
  readonly #listInputs: ListInputs;
  readonly #holders = new Set<symbol>();
  readonly #listeners = new Set<(isOpen: boolean) => void>();
  #opening: Promise<MediaStream> | null = null;
  #isOpen = false;
  #processing = fullProcessing;

  constructor(ask: GetUserMedia, listInputs: ListInputs = () => Promise.resolve([])) {
    this.#ask = ask;
    this.#listInputs = listInputs;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  onChange(listener: (isOpen: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the microphone; returns a function that closes it when nobody else needs it. */
  open(): () => void {
    const holder = Symbol("holder");
    this.#holders.add(holder);
    this.#request();
    return () => {
      this.#holders.delete(holder);
      if (this.#holders.size === 0) {
        this.#close();
      }
    };
  }

  /** Sets the processing of the microphone that is held open for the next call. */
  prefer(processing: Processing): void {
    if (isSameProcessing(processing, this.#processing)) {
      return;
    }
    this.#processing = processing;
    if (this.#opening !== null) {
      this.#close();
      this.#request();
    }
  }

  /** The SDK's `getUserMedia`. It returns a copy of the open stream for the default microphone. */
  readonly getUserMedia = async (
    constraints: MediaStreamConstraints,
    processing: Processing = fullProcessing,
  ): Promise<MediaStream> => {
    const opening = this.#opening;
    const isAsHeld = isSameProcessing(processing, this.#processing);
    if (!isAsHeld) {
      // While the microphone is open with another processing, the browser can refuse this one.
      this.#close();
    }
    if (opening === null || !isAsHeld || constraints.audio !== true) {
      return this.#askFor(constraints, processing);
    }
    // After a failure this asks the browser again, as the SDK itself does.
    const held = await opening.catch(() => null);
    return held !== null && isLive(held) ? held.clone() : this.#askFor(constraints, processing);
  };

  async #askFor(constraints: MediaStreamConstraints, processing: Processing): Promise<MediaStream> {
    if (isSameProcessing(processing, fullProcessing)) {
      const stream = await this.#ask(constraints);
      if (isProcessedSo(stream, processing)) {
        return stream;
      }
      stopTracks(stream);
    }
    const { askProcessed } = await import("./ask-processed.ts");
    const browser = { ask: this.#ask, listInputs: this.#listInputs };
    return askProcessed(browser, constraints, processing);
  }

  #request(): void {
    if (this.#opening !== null) {
      return;
    }
    const opening = this.#askFor({ audio: true }, this.#processing);
    this.#opening = opening;
    opening.then(
      (stream) => this.#take(opening, stream),
      () => this.#forget(opening),
    );
  }

  #take(opening: Promise<MediaStream>, stream: MediaStream): void {
    if (this.#opening !== opening) {
      return stopTracks(stream);
    }
    this.#setOpen(true);
    for (const track of stream.getTracks()) {
      // After an unplug or a revoked permission the next request goes to the browser.
      track.addEventListener("ended", () => this.#forget(opening));
    }
  }

  #forget(opening: Promise<MediaStream>): void {
    if (this.#opening === opening) {
      this.#opening = null;
      this.#setOpen(false);
    }
  }

  #close(): void {
    this.#opening?.then(stopTracks, () => undefined);
    this.#opening = null;
    this.#setOpen(false);
  }

  #setOpen(isOpen: boolean): void {
    if (this.#isOpen === isOpen) {
      return;
    }
    this.#isOpen = isOpen;
    for (const listener of this.#listeners) {
      listener(isOpen);
    }
  }
}

function isLive(stream: MediaStream): boolean {
  return stream.getTracks().every((track) => track.readyState === "live");
}
