import type { SipLogger } from "@linedesk/sip";
import type { MediaSession } from "../sessions/media-session.ts";

export interface EarlyMediaDeps {
  media: Pick<MediaSession, "acceptAnswer">;
  logger: SipLogger;
  onChange: (hasEarlyMedia: boolean) => void;
}

/** Beyond this number of forks a call keeps its current early media. */
const MAX_FORKS = 16;

/**
 * The early media of a called far end. When the call forks, the newest fork is audible, because a
 * carrier that forwards the call leaves the first fork silent.
 */
export class EarlyMedia {
  readonly #deps: EarlyMediaDeps;
  #sdp: string | null = null;
  /** The To tags of forks with a description, the newest last. */
  readonly #forks: string[] = [];

  constructor(parts: EarlyMediaDeps) {
    this.#deps = parts;
  }

  get isDescribed(): boolean {
    return this.#sdp !== null;
  }

  /**
   * Applies a description unless it is the current one. If the first description is unusable, the
   * description in the answer counts.
   */
  async accept(fork: string, sdp: string, isWanted: () => boolean): Promise<void> {
    if (sdp === "" || sdp === this.#sdp || !this.#isNewest(fork)) {
      return;
    }
    const wasDescribed = this.#sdp !== null;
    this.#sdp = sdp;
    try {
      await this.#deps.media.acceptAnswer(sdp);
      if (!wasDescribed && isWanted()) {
        this.#deps.onChange(true);
      }
    } catch (error) {
      this.#deps.logger.debug({ err: error }, "call early media unusable");
      if (!wasDescribed) {
        this.#sdp = null;
      }
    }
  }

  #isNewest(fork: string): boolean {
    if (!this.#forks.includes(fork) && this.#forks.length < MAX_FORKS) {
      this.#forks.push(fork);
    }
    return this.#forks.at(-1) === fork;
  }

  end(): void {
    if (this.#sdp !== null) {
      this.#deps.onChange(false);
    }
    this.#sdp = null;
    this.#forks.length = 0;
  }
}
