import type { SipLogger } from "@linedesk/sip";
import type { MediaSession } from "../sessions/media-session.ts";

export interface EarlyMediaDeps {
  media: Pick<MediaSession, "acceptAnswer">;
  logger: SipLogger;
  onChange: (hasEarlyMedia: boolean) => void;
}

/** A call that forks further than this is heard where it was. */
const MAX_FORKS = 16;

/**
 * What a called far end lets be heard before its answer. Where the call forks, the newest is heard:
 * a carrier that sends it on lets the first place fall silent, and may repeat what it said there.
 */
export class EarlyMedia {
  readonly #deps: EarlyMediaDeps;
  #sdp: string | null = null;
  /** The To tags that described themselves, the newest last. */
  readonly #forks: string[] = [];

  constructor(parts: EarlyMediaDeps) {
    this.#deps = parts;
  }

  get isDescribed(): boolean {
    return this.#sdp !== null;
  }

  /** Takes a description, each once; what cannot be read is left until the answer. */
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
      this.#deps.logger.debug({ err: error }, "early media of no use");
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
