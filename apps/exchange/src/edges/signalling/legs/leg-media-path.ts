import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { LegId, MediaPort } from "@linedesk/media";

/**
 * A prepared path closes after this time, before its wait for the client would count as a failure.
 */
const PREPARED_MS = 3_000;

export class LegMediaPath {
  readonly #leg: LegId;
  readonly #media: MediaPort;
  readonly #logger: Logger;
  readonly #clock: Clock;
  /** The client's path, which distinguishes a reconnect from a call of another client. */
  #client: AudioPath | null = null;
  #description: Promise<string> | null = null;
  /** The SDK treats the description in `ringing` as final, so the answer contains none. */
  isSent = false;
  #cancelPrepared: () => void = () => undefined;
  /**
   * The answer to a client that took over the call, until the client is known to have received it.
   */
  #movedAnswer: string | null = null;

  constructor(
    leg: LegId,
    { media, logger, clock }: { media: MediaPort; logger: Logger; clock: Clock },
  ) {
    this.#leg = leg;
    this.#media = media;
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Creates the description in advance. If nothing uses the path, it closes after PREPARED_MS. */
  prepare(offerSdp: string): void {
    const prepared = this.describe(offerSdp);
    this.#cancelPrepared = this.#clock.after(PREPARED_MS, () => {
      this.#description = null;
      void prepared.then(
        () => this.close(),
        () => undefined,
      );
    });
  }

  isFingerprintOf(sdp: string): boolean {
    return this.#client !== null && readAudioPath(sdp).fingerprint === this.#client.fingerprint;
  }

  /** Answers the offer once; returns the same description each time. Rejects when it fails. */
  describe(offerSdp: string): Promise<string> {
    this.#cancelPrepared();
    if (this.#description === null) {
      this.#description = this.#answer(offerSdp);
      // The code that awaits the description handles the error.
      this.#description.catch(() => undefined);
    }
    return this.#description;
  }

  async offer(): Promise<string | null> {
    try {
      return await this.#media.offerWebRtc(this.#leg);
    } catch (error) {
      this.#logger.warn({ err: error, leg: this.#leg }, "media offer failed");
      return null;
    }
  }

  async accept(answerSdp: string): Promise<void> {
    this.#client = readAudioPath(answerSdp);
    await this.#media.acceptWebRtc(this.#leg, answerSdp);
  }

  /**
   * Returns the answer for a device that takes over the call with its own offer, and closes the
   * path of our offer. Returns `null` for the device that answered our offer and then lost its
   * socket.
   */
  async moveToDevice(offerSdp: string): Promise<string | null> {
    if (isAnswer(offerSdp)) {
      await this.accept(offerSdp);
      return null;
    }
    this.#media.closeLeg(this.#leg);
    return (this.#movedAnswer = await this.#answer(offerSdp));
  }

  /**
   * Returns the answer for a client that has returned; `null` when the client has the right
   * description. A restart that the client requested while its socket was disconnected never
   * arrived, and an answer may have been lost [XS13].
   */
  async resume(offerSdp: string): Promise<string | null> {
    return this.isRestarted(offerSdp) ? await this.restart(offerSdp) : this.#movedAnswer;
  }

  /**
   * Returns `null` on failure, and keeps the earlier path: the SDK itself retries, and this path
   * possibly still works.
   */
  async restart(offerSdp: string): Promise<string | null> {
    try {
      const sdp = await this.#media.restartIce(this.#leg, offerSdp);
      this.#client = readAudioPath(offerSdp);
      this.#movedAnswer = null;
      return sdp;
    } catch (error) {
      this.#logger.warn({ err: error, leg: this.#leg }, "media ICE restart failed");
      return null;
    }
  }

  close(): void {
    this.#cancelPrepared();
    this.#media.closeLeg(this.#leg);
  }

  /**
   * Returns true when this description has another ICE ufrag than the client's previous one, so the
   * client has restarted ICE.
   */
  isRestarted(sdp: string): boolean {
    return readAudioPath(sdp).iceName !== this.#client?.iceName;
  }

  async #answer(offerSdp: string): Promise<string> {
    this.#client = readAudioPath(offerSdp);
    return await this.#media.answerWebRtc(this.#leg, offerSdp);
  }
}

/**
 * Identifies the audio path of a description: every RTCPeerConnection has its own certificate, and
 * every ICE restart has a new ufrag. A field is `null` if the description does not contain it.
 */
interface AudioPath {
  fingerprint: string | null;
  iceName: string | null;
}

function readAudioPath(sdp: string): AudioPath {
  return {
    fingerprint: /^a=fingerprint:(\S+ \S+)\s*$/m.exec(sdp)?.[1]?.toLowerCase() ?? null,
    iceName: /^a=ice-ufrag:(\S+)\s*$/m.exec(sdp)?.[1] ?? null,
  };
}

/** Returns true for an answer to our offer: an offer leaves the DTLS role open. */
function isAnswer(sdp: string): boolean {
  return /^a=setup:(active|passive)\s*$/m.test(sdp);
}
