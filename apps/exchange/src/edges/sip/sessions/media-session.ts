import { randomInt } from "node:crypto";

import type { RtpEndpoint, RtpRemote, SrtpKeys } from "@linedesk/audio";
import type { LegId } from "@linedesk/media";
import {
  type AudioChoice,
  type AudioTerms,
  chooseAudio,
  makeAnswer,
  makeOffer,
  MediaEncryption,
  SdpError,
  sipCodecs,
} from "@linedesk/sip";
import type { SipMedia } from "../dialogs/sip-call-deps.ts";

export interface MediaSessionDeps {
  leg: LegId;
  media: SipMedia;
  addressOf: (rtpAddress: string) => string;
  sipHost: () => string | null;
  /** Whether the audio is encrypted (off unless said), and what is spoken, in our order (all). */
  terms?: () => AudioTerms;
  /** Whether the far end has shown that it is at this address, or is known (known unless said). */
  isProven?: (address: string) => boolean;
}

export class MediaSession {
  readonly #deps: MediaSessionDeps;
  readonly #encryption: MediaEncryption;
  readonly #sessionId = String(randomInt(1, 2 ** 47));
  #version = 0;
  #opening: Promise<RtpEndpoint> | null = null;
  #connected: RtpRemote | null = null;
  #isClosed = false;
  #isLimited = false;

  constructor(parts: MediaSessionDeps) {
    this.#deps = parts;
    this.#encryption = new MediaEncryption(() => this.#terms.srtp);
  }

  /** Their offer in, our answer out; the audio flows. Throws SdpError when we cannot agree. */
  async answerOffer(offer: string): Promise<string> {
    const choice = chooseAudio(offer, this.#terms);
    const local = await this.#describe();
    const { keys, crypto } = this.#encryption.answer(choice);
    // Our answer names one codec, and so one is sent.
    await this.#applyChoice({ ...choice, remote: withoutEncryption(choice.remote) }, keys);
    return makeAnswer(choice, local, crypto);
  }

  async makeOffer(): Promise<string> {
    const local = await this.#describe();
    const { codecs, events } = this.#terms;
    const terms = { codecs, events, agreed: this.#connected };
    return makeOffer(local, { ...this.#encryption.offer(), ...terms });
  }

  /** Their answer to our offer. A refused or held line keeps the far end that we have. */
  async acceptAnswer(answer: string): Promise<void> {
    const choice = chooseAudio(answer, this.#terms);
    if (choice.remote === null && this.#connected === null) {
      throw new SdpError("the audio was refused");
    }
    await this.#applyChoice(choice, this.#encryption.accept(choice));
  }

  reviewProof(): void {
    if (this.#connected !== null) {
      this.#limit(this.#connected.address);
    }
  }

  close(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    if (this.#opening !== null) {
      this.#deps.media.closeLeg(this.#deps.leg);
    }
  }

  get #terms(): Required<AudioTerms> {
    const { srtp = "off", codecs = sipCodecs, events = true } = this.#deps.terms?.() ?? {};
    return { srtp, codecs, events };
  }

  async #describe(): Promise<{ rtp: RtpEndpoint; id: string; version: number }> {
    this.#opening ??= this.#deps.media.openRtp(this.#deps.leg);
    const rtp = await this.#opening;
    // Closed while the port was being opened: it must not stay open.
    if (this.#isClosed) {
      this.#deps.media.closeLeg(this.#deps.leg);
    }
    this.#version += 1;
    const address = this.#deps.addressOf(rtp.address);
    return { rtp: { address, port: rtp.port }, id: this.#sessionId, version: this.#version };
  }

  /**
   * A far end that holds us, by direction or by an address of zeros, gets no packets until it says.
   */
  async #applyChoice(choice: AudioChoice, srtp: SrtpKeys | null): Promise<void> {
    const remote = choice.remote ?? this.#connected;
    if (remote === null) {
      return;
    }
    const { address, port, codec, payloadType, telephoneEvent, otherLaw, opus } = remote;
    const held = choice.direction === "recvonly" || choice.direction === "inactive";
    const encrypted = srtp === null ? {} : { srtp };
    const law = otherLaw === undefined ? {} : { otherLaw };
    const further = opus === undefined ? law : { opus };
    const sipHost = this.#deps.sipHost();
    const natHost = sipHost === null || sipHost === address ? {} : { natHost: sipHost };
    const format = { codec, payloadType, telephoneEvent, ...further, ...encrypted };
    const far = { address, port, ...natHost, ...format };
    await this.#connect(held ? { ...far, receives: false } : far);
  }

  #limit(address: string): void {
    const isLimited = !(this.#deps.isProven?.(address) ?? true);
    if (!this.#isClosed && isLimited !== this.#isLimited) {
      this.#isLimited = isLimited;
      this.#deps.media.limitUnheard(this.#deps.leg, isLimited);
    }
  }

  /** Telling the media a far end that it has would make it learn the source address anew. */
  async #connect(remote: RtpRemote): Promise<void> {
    if (this.#isClosed || isSame(this.#connected, remote)) {
      return;
    }
    this.#limit(remote.address);
    await this.#deps.media.connectRtp(this.#deps.leg, remote);
    this.#connected = remote;
  }
}

function withoutEncryption(remote: RtpRemote | null): RtpRemote | null {
  if (remote === null) {
    return null;
  }
  const { otherLaw: _unwanted, ...plain } = remote;
  return plain;
}

function isSame(before: RtpRemote | null, now: RtpRemote): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
