import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { LegId, MediaPort } from "@linedesk/media";

/** A path that waits longer for its client would count as failed. */
const PREPARED_MS = 3_000;

export class LegMediaPath {
  readonly #leg: LegId;
  readonly #media: MediaPort;
  readonly #logger: Logger;
  readonly #clock: Clock;
  /** Of the client, to tell a reconnect from somebody else's call. */
  #client: AudioPath | null = null;
  #description: Promise<string> | null = null;
  /** The SDK takes the description of `ringing` for good; the answer goes without one. */
  isSent = false;
  #cancelPrepared: () => void = () => undefined;
  /** What answered a client who took the call over, until they are known to have heard it. */
  #movedOffer: string | null = null;

  constructor(
    leg: LegId,
    { media, logger, clock }: { media: MediaPort; logger: Logger; clock: Clock },
  ) {
    this.#leg = leg;
    this.#media = media;
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Makes the description ahead; what nobody takes in time is closed again. */
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

  isOf(sdp: string): boolean {
    return this.#client !== null && readAudioPath(sdp).fingerprint === this.#client.fingerprint;
  }

  /** Answers the offer, once; each time the same description. Rejects when there is none. */
  describe(offerSdp: string): Promise<string> {
    this.#cancelPrepared();
    if (this.#description === null) {
      this.#description = this.#answer(offerSdp);
      // Who needs it is told why there is none.
      this.#description.catch(() => undefined);
    }
    return this.#description;
  }

  async offer(): Promise<string | null> {
    try {
      return await this.#media.offerWebRtc(this.#leg);
    } catch (error) {
      this.#logger.warn({ err: error, leg: this.#leg }, "no offer could be made");
      return null;
    }
  }

  async accept(answerSdp: string): Promise<void> {
    this.#client = readAudioPath(answerSdp);
    await this.#media.acceptWebRtc(this.#leg, answerSdp);
  }

  /**
   * A new device brings an offer of its own, so the path that we had offered goes. Null for the
   * device that answered ours, which went down with its socket.
   */
  async moveToDevice(offerSdp: string): Promise<string | null> {
    if (isAnswer(offerSdp)) {
      await this.accept(offerSdp);
      return null;
    }
    this.#media.closeLeg(this.#leg);
    return (this.#movedOffer = await this.#answer(offerSdp));
  }

  /**
   * For a client that is back; null when it has the right description. A restart that was asked for
   * while its socket was away reached nobody, and an answer may have been lost with it
   * [XS13].
   */
  async resume(offerSdp: string): Promise<string | null> {
    return this.isRestarted(offerSdp) ? await this.restart(offerSdp) : this.#movedOffer;
  }

  /** Null when it failed: the SDK tries again by itself, and the path of before may still live. */
  async restart(offerSdp: string): Promise<string | null> {
    try {
      const sdp = await this.#media.restartIce(this.#leg, offerSdp);
      this.#client = readAudioPath(offerSdp);
      this.#movedOffer = null;
      return sdp;
    } catch (error) {
      this.#logger.warn({ err: error, leg: this.#leg }, "ICE restart failed");
      return null;
    }
  }

  close(): void {
    this.#cancelPrepared();
    this.#media.closeLeg(this.#leg);
  }

  /** Whether the client has restarted ICE since we heard of it. */
  isRestarted(sdp: string): boolean {
    return readAudioPath(sdp).iceName !== this.#client?.iceName;
  }

  async #answer(offerSdp: string): Promise<string> {
    this.#client = readAudioPath(offerSdp);
    return await this.#media.answerWebRtc(this.#leg, offerSdp);
  }
}

/**
 * Which audio path a description speaks of. Every RTCPeerConnection has a certificate of its own,
 * and every ICE restart another name; null where the description holds none.
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

/** Whether a description answers one of ours: an offer leaves the DTLS role open. */
function isAnswer(sdp: string): boolean {
  return /^a=setup:(active|passive)\s*$/m.test(sdp);
}
