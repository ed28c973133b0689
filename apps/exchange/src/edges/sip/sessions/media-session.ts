import { randomInt } from "node:crypto";

import type { OfferedTypes, RtpEndpoint, RtpRemote, SrtpKeys } from "@linedesk/audio";
import type { LegId, UnheardLimit } from "@linedesk/media";
import {
  type AudioChoice,
  type AudioTerms,
  chooseAnsweredAudio,
  chooseAudio,
  makeAnswer,
  makeOffer,
  MediaEncryption,
  offeredTypesOf,
  SdpError,
  sipCodecs,
} from "@linedesk/sip";
import type { SipMedia } from "../dialogs/sip-call-deps.ts";

export interface MediaSessionDeps {
  leg: LegId;
  media: SipMedia;
  addressOf: (rtpAddress: string) => string;
  sipHost: () => string | null;
  /** The encryption of the audio (off by default), and the codecs in our order (all by default). */
  terms?: () => AudioTerms;
  /** Returns the limit for an address of the far end that is not proven (by default none). */
  limitFor?: (address: string) => UnheardLimit;
}

export class MediaSession {
  readonly #deps: MediaSessionDeps;
  readonly #encryption: MediaEncryption;
  readonly #sessionId = String(randomInt(1, 2 ** 47));
  #version = 0;
  #opening: Promise<RtpEndpoint> | null = null;
  #connected: RtpRemote | null = null;
  /** True once we have named our own payload types, which stay valid for the whole call. */
  #hasOffered = false;
  #isClosed = false;
  #limitNow: UnheardLimit = "none";

  constructor(parts: MediaSessionDeps) {
    this.#deps = parts;
    this.#encryption = new MediaEncryption(() => this.#terms.srtp);
  }

  /**
   * Answers the far end's offer, after which the audio flows. Throws SdpError without a common
   * format.
   */
  async answerOffer(offer: string): Promise<string> {
    const choice = chooseAudio(offer, this.#terms);
    const local = await this.#describe();
    const { keys, crypto } = this.#encryption.answer(choice);
    // Our answer names one codec, so only that one will be sent.
    await this.#applyChoice({ ...choice, remote: withoutOtherLaw(choice.remote) }, keys);
    return makeAnswer(choice, local, crypto);
  }

  async makeOffer(): Promise<string> {
    const local = await this.#describe();
    const { codecs, events } = this.#terms;
    const agreed = this.#connected === null ? null : withOfferedTypes(this.#connected);
    this.#hasOffered ||= agreed === null;
    return makeOffer(local, { ...this.#encryption.offer(), codecs, events, agreed });
  }

  /**
   * Applies the far end's answer to our offer. A refused or held media line keeps the current far
   * end.
   */
  async acceptAnswer(answer: string): Promise<void> {
    const choice = chooseAnsweredAudio(answer, this.#terms);
    if (choice.remote === null && this.#connected === null) {
      throw new SdpError("the peer refused the audio");
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
    // The session closed while the port opened: the port must not stay open.
    if (this.#isClosed) {
      this.#deps.media.closeLeg(this.#deps.leg);
    }
    this.#version += 1;
    const address = this.#deps.addressOf(rtp.address);
    return { rtp: { address, port: rtp.port }, id: this.#sessionId, version: this.#version };
  }

  /**
   * A far end that puts us on hold, by direction or by a zero address, gets no packets until it
   * resumes.
   */
  async #applyChoice(choice: AudioChoice, srtp: SrtpKeys | null): Promise<void> {
    const remote = choice.remote ?? this.#connected;
    if (remote === null) {
      return;
    }
    const {
      receives: _held,
      srtp: _earlier,
      natHost: _host,
      offered: _numbers,
      ...agreed
    } = remote;
    const held = choice.direction === "recvonly" || choice.direction === "inactive";
    const sipHost = this.#deps.sipHost();
    const offered = this.#hasOffered ? offeredTypesOf(remote) : null;
    await this.#connect({
      ...agreed,
      ...(sipHost === null || sipHost === remote.address ? {} : { natHost: sipHost }),
      ...(offered === null || isNumberedAs(remote, offered) ? {} : { offered }),
      ...(srtp === null ? {} : { srtp }),
      ...(held ? { receives: false } : {}),
    });
  }

  #limit(address: string): void {
    const limit = this.#deps.limitFor?.(address) ?? "none";
    if (!this.#isClosed && limit !== this.#limitNow) {
      this.#limitNow = limit;
      this.#deps.media.limitUnheard(this.#deps.leg, limit);
    }
  }

  /** Connecting the same far end again would restart the detection of its source address. */
  async #connect(remote: RtpRemote): Promise<void> {
    if (this.#isClosed || isSame(this.#connected, remote)) {
      return;
    }
    this.#limit(remote.address);
    await this.#deps.media.connectRtp(this.#deps.leg, remote);
    this.#connected = remote;
  }
}

function withoutOtherLaw(remote: RtpRemote | null): RtpRemote | null {
  if (remote === null) {
    return null;
  }
  const { otherLaw: _unwanted, ...plain } = remote;
  return plain;
}

/** Our later offers keep the payload types of our first one (RFC 3264 section 8.3.2). */
function withOfferedTypes(remote: RtpRemote): RtpRemote {
  const { payloadType, telephoneEvent } = remote.offered ?? remote;
  const events = remote.telephoneEvent === null ? null : (telephoneEvent ?? remote.telephoneEvent);
  return { ...remote, payloadType, telephoneEvent: events };
}

function isNumberedAs(remote: RtpRemote, { payloadType, telephoneEvent }: OfferedTypes): boolean {
  const { telephoneEvent: events } = remote;
  return remote.payloadType === payloadType && (events === null || events === telephoneEvent);
}

function isSame(before: RtpRemote | null, now: RtpRemote): boolean {
  return before !== null && JSON.stringify(before) === JSON.stringify(now);
}
