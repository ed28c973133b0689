type GetUserMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>;

/**
 * Opens the microphone while the server is still asked for a call, so that the SDK finds it open:
 * real devices take long enough for it to be heard.
 */
export class PreopenedMicrophone {
  readonly #getUserMedia: GetUserMedia;
  #early: Promise<MediaStream> | null = null;

  constructor(ask: GetUserMedia) {
    this.#getUserMedia = ask;
  }

  /** Opens it now. Call what comes back when it is known whether a call takes it. */
  open(): () => void {
    const early = this.#getUserMedia({ audio: true });
    this.#early = early;
    return () => {
      if (this.#early === early) {
        this.#release();
      }
    };
  }

  /** What the SDK asks with: gets the open one, if it wants the default as it is. */
  readonly getUserMedia: GetUserMedia = (constraints) => {
    const early = this.#early;
    if (early === null || constraints.audio !== true) {
      return this.#getUserMedia(constraints);
    }
    this.#early = null;
    // What failed a moment ago is asked again, as the SDK would have done.
    return early.catch(() => this.#getUserMedia(constraints));
  };

  #release(): void {
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
