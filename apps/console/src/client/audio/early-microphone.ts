type AskForMicrophone = (constraints: MediaStreamConstraints) => Promise<MediaStream>;

/**
 * Opens the microphone while the server is still asked for a call, so that the SDK finds it open:
 * real devices take long enough for it to be heard.
 */
export class EarlyMicrophone {
  readonly #ask: AskForMicrophone;
  #early: Promise<MediaStream> | null = null;

  constructor(ask: AskForMicrophone) {
    this.#ask = ask;
  }

  /** Opens it now. Call what comes back when it is known whether a call takes it. */
  open(): () => void {
    const early = this.#ask({ audio: true });
    this.#early = early;
    return () => {
      if (this.#early === early) {
        this.#letGo();
      }
    };
  }

  /** What the SDK asks with: gets the open one, if it wants the default as it is. */
  readonly take: AskForMicrophone = (constraints) => {
    const early = this.#early;
    if (early === null || constraints.audio !== true) {
      return this.#ask(constraints);
    }
    this.#early = null;
    // What failed a moment ago is asked again, as the SDK would have done.
    return early.catch(() => this.#ask(constraints));
  };

  #letGo(): void {
    this.#early?.then(
      (stream) => {
        for (const track of stream.getTracks()) {
          track.stop();
        }
      },
      () => undefined,
    );
    this.#early = null;
  }
}
