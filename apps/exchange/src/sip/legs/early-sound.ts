import type { SipLogger } from "../call-context.ts";
import type { MediaSession } from "../sdp/media-session.ts";

export interface EarlySoundParts {
  media: Pick<MediaSession, "acceptAnswer">;
  logger: SipLogger;
  /** It can be heard, or no longer can. */
  onHeard: (isHeard: boolean) => void;
}

/** What a called far end lets be heard before its answer. */
export class EarlySound {
  readonly #parts: EarlySoundParts;
  #sdp: string | null = null;

  constructor(parts: EarlySoundParts) {
    this.#parts = parts;
  }

  get isDescribed(): boolean {
    return this.#sdp !== null;
  }

  /** Takes a description, each once; what cannot be read is left until the answer. */
  async hear(sdp: string, isWanted: () => boolean): Promise<void> {
    if (sdp === "" || sdp === this.#sdp) return;
    const wasHeard = this.#sdp !== null;
    this.#sdp = sdp;
    try {
      await this.#parts.media.acceptAnswer(sdp);
      if (!wasHeard && isWanted()) this.#parts.onHeard(true);
    } catch (error) {
      this.#parts.logger.debug({ err: error }, "early media of no use");
      if (!wasHeard) this.#sdp = null;
    }
  }

  /** The far end was left for another. */
  end(): void {
    if (this.#sdp !== null) this.#parts.onHeard(false);
    this.#sdp = null;
  }
}
