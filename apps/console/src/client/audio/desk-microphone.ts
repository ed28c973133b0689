type GetUserMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>;

/** Opening a real microphone is audible, so it stays open; each softphone ends its own copy. */
export class DeskMicrophone {
  readonly #ask: GetUserMedia;
  readonly #holders = new Set<symbol>();
  readonly #listeners = new Set<(isOpen: boolean) => void>();
  #opening: Promise<MediaStream> | null = null;
  #isOpen = false;

  constructor(ask: GetUserMedia) {
    this.#ask = ask;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  onChange(listener: (isOpen: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hold(): () => void {
    const holder = Symbol("holder");
    this.#holders.add(holder);
    this.#open();
    return () => {
      this.#holders.delete(holder);
      if (this.#holders.size === 0) {
        this.#close();
      }
    };
  }

  /** The SDK's `getUserMedia`. It returns a copy of the open stream for the default microphone. */
  readonly getUserMedia: GetUserMedia = async (constraints) => {
    const opening = this.#opening;
    if (opening === null || constraints.audio !== true) {
      return this.#ask(constraints);
    }
    // After a failure this asks the browser again, as the SDK itself does.
    const held = await opening.catch(() => null);
    return held !== null && isLive(held) ? held.clone() : this.#ask(constraints);
  };

  #open(): void {
    if (this.#opening !== null) {
      return;
    }
    const opening = this.#ask({ audio: true });
    this.#opening = opening;
    opening.then(
      (stream) => this.#take(opening, stream),
      () => this.#forget(opening),
    );
  }

  #take(opening: Promise<MediaStream>, stream: MediaStream): void {
    if (this.#opening !== opening) {
      return stop(stream);
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
    this.#opening?.then(stop, () => undefined);
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

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}
