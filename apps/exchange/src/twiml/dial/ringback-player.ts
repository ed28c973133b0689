import { StoppedError } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { bridgeEarlyMedia } from "../../calls/playback/bridge-early-media.ts";
import type { VerbScope } from "../document/verb.ts";

/**
 * Plays ringback to the caller of a Dial when the media path is open. The early media of the first
 * far end that has any replaces the ringback. For early media, the player opens the path of an
 * unanswered caller (183, `ringing` with sdp).
 */
export class RingbackPlayer {
  readonly #scope: VerbScope<"media" | "audio">;
  #ringback: AbortController | null = null;
  #earlyMedia: { from: LiveCall; end: () => void } | null = null;
  #isOpen: boolean;
  #isOver = false;

  constructor(scope: VerbScope<"media" | "audio">) {
    this.#scope = scope;
    this.#isOpen = scope.call.state.status === "in-progress";
    this.#ring();
  }

  open(): void {
    const isNew = !this.#isOpen && !this.#isOver;
    this.#isOpen = true;
    if (isNew && this.#earlyMedia === null) {
      this.#ring();
    }
  }

  setEarlyMedia(from: LiveCall, isAudible: boolean): void {
    if (!isAudible) {
      return this.#endEarly(from);
    }
    if (this.#earlyMedia !== null || this.#isOver) {
      return;
    }
    this.#earlyMedia = { from, end: () => undefined };
    from.ended.addEventListener("abort", () => this.#endEarly(from), { once: true });
    void this.#playEarlyMedia(from);
  }

  /** A party has answered, so its early media stops until it is connected with the caller. */
  answered(): void {
    if (this.#earlyMedia !== null) {
      this.#endEarly(this.#earlyMedia.from);
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#ringback?.abort(new StoppedError("over"));
    this.#earlyMedia?.end();
    this.#earlyMedia = null;
  }

  async #playEarlyMedia(from: LiveCall): Promise<void> {
    const { call, services } = this.#scope;
    this.#isOpen ||= (await call.openEarly()) || call.state.status === "in-progress";
    // Meanwhile the far end may have stopped its early media, or the call may have been answered or
    // abandoned.
    if (!this.#isOpen || this.#earlyMedia?.from !== from || this.#isOver) {
      return;
    }
    this.#ringback?.abort(new StoppedError("over"));
    this.#earlyMedia.end = bridgeEarlyMedia(call, from, services.media);
  }

  #endEarly(from: LiveCall): void {
    if (this.#earlyMedia?.from !== from) {
      return;
    }
    this.#earlyMedia.end();
    this.#earlyMedia = null;
    if (!this.#isOver) {
      this.#ring();
    }
  }

  #ring(): void {
    const { call, services, signal } = this.#scope;
    if (!this.#isOpen || call.isOver) {
      return;
    }
    this.#ringback?.abort(new StoppedError("over"));
    this.#ringback = new AbortController();
    const until = AbortSignal.any([signal, this.#ringback.signal]);
    // The ringback ends only when the signal stops it, so a rejection needs no report.
    services.audio.playbacks
      .forLeg(call.leg?.id ?? "")
      .play({ type: "ringback" }, 0, until)
      .catch(() => undefined);
  }
}
