import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

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
import type { StoredMedia } from "../../../calls/legs/stored-media.ts";
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
  /** The media of this leg before the exchange restarted. */
  stored?: StoredMedia | null;
  /** The stored form has changed: the port is open, or the far end has another address. */
  onStoredChange?: () => void;
}

export class MediaSession {
  readonly #deps: MediaSessionDeps;
  readonly #encryption: MediaEncryption;
  readonly #sessionId: string;
  #version: number;
  #opening: Promise<RtpEndpoint> | null = null;
  #port: number | null = null;
  #connected: RtpRemote | null = null;
  /** The far end's encrypted stream before the restart. Its keys are not stored. */
  #unkeyed: RtpRemote | null = null;
  /** Is true once we have named our own payload types, which stay valid for the whole call. */
  #hasOffered: boolean;
  #isClosed = false;
  #limitNow: UnheardLimit = "none";

  constructor(parts: MediaSessionDeps) {
    this.#deps = parts;
    this.#sessionId = parts.stored?.sessionId ?? String(randomInt(1, 2 ** 47));
    this.#version = parts.stored?.version ?? 0;
    this.#hasOffered = parts.stored?.hasOffered ?? false;
    this.#encryption = new MediaEncryption(
      () => this.#terms.srtp,
      parts.stored?.encryption ?? null,
    );
  }

  /**
   * Opens the port from before the restart again, and sends to the far end at once. An encrypted
   * stream starts only with new keys. Throws when the port is in use.
   */
  async resume(): Promise<void> {
    await this.#open();
    const remote = this.#deps.stored?.remote ?? null;
    if (remote === null) {
      return;
    }
    if (this.#deps.stored?.encryption !== null) {
      this.#unkeyed = remote;
    } else {
      await this.#connect(remote);
    }
  }

  /** Is true when the sound needs a new offer and its answer. */
  get needsOffer(): boolean {
    return this.#connected === null;
  }

  /** Returns `null` before the port is open. */
  toStored(): StoredMedia | null {
    const port = this.#port;
    if (port === null || this.#isClosed) {
      return null;
    }
    const remote = this.#connected ?? this.#unkeyed;
    return {
      port,
      sessionId: this.#sessionId,
      version: this.#version,
      hasOffered: this.#hasOffered,
      remote: remote === null ? null : withoutKeys(remote),
      encryption: this.#isEncrypted ? this.#encryption.protocol : null,
    };
  }

  /** Called with the address from which the packets of the far end come. */
  handleSource(learnt: RtpEndpoint): void {
    const remote = this.#connected;
    if (remote === null || this.#isClosed) {
      return;
    }
    const isSignalled = remote.address === learnt.address && remote.port === learnt.port;
    const { learnt: _before, ...others } = remote;
    this.#connected = isSignalled ? others : { ...others, learnt };
    this.#deps.onStoredChange?.();
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
    const known = this.#connected ?? this.#unkeyed;
    const agreed = known === null ? null : withOfferedTypes(known);
    this.#hasOffered ||= agreed === null;
    return makeOffer(local, { ...this.#encryption.offer(), codecs, events, agreed });
  }

  /**
   * Applies the far end's answer to our offer. A refused or held media line keeps the current far
   * end. Throws SdpError if there is none yet.
   */
  async acceptAnswer(answer: string): Promise<void> {
    const choice = chooseAnsweredAudio(answer, this.#terms);
    if (choice.remote === null && this.#connected === null && this.#unkeyed === null) {
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

  get #isEncrypted(): boolean {
    return this.#unkeyed !== null || (this.#connected?.srtp ?? null) !== null;
  }

  get #terms(): Required<AudioTerms> {
    const { srtp = "off", codecs = sipCodecs, events = true } = this.#deps.terms?.() ?? {};
    return { srtp, codecs, events };
  }

  async #describe(): Promise<{ rtp: RtpEndpoint; id: string; version: number }> {
    const rtp = await this.#open();
    this.#version += 1;
    const address = this.#deps.addressOf(rtp.address);
    return { rtp: { address, port: rtp.port }, id: this.#sessionId, version: this.#version };
  }

  async #open(): Promise<RtpEndpoint> {
    const { media, leg, stored = null } = this.#deps;
    this.#opening ??= stored === null ? media.openRtp(leg) : media.openRtp(leg, stored.port);
    const rtp = await this.#opening;
    // The session closed while the port opened: the port must not stay open.
    if (this.#isClosed) {
      media.closeLeg(leg);
    }
    this.#port = rtp.port;
    return rtp;
  }

  /**
   * A far end that puts us on hold, by direction or by a zero address, gets no packets until it
   * resumes.
   */
  async #applyChoice(choice: AudioChoice, srtp: SrtpKeys | null): Promise<void> {
    const remote = choice.remote ?? this.#connected ?? this.#unkeyed;
    if (remote === null) {
      return;
    }
    const {
      receives: _held,
      srtp: _earlier,
      natHost: _host,
      offered: _numbers,
      learnt,
      ...agreed
    } = remote;
    const held = choice.direction === "recvonly" || choice.direction === "inactive";
    const sipHost = this.#deps.sipHost();
    const offered = this.#hasOffered ? offeredTypesOf(remote) : null;
    const known = learnt ?? this.#learntAt(remote);
    await this.#connect({
      ...agreed,
      ...(known === null ? {} : { learnt: known }),
      ...(sipHost === null || sipHost === remote.address ? {} : { natHost: sipHost }),
      ...(offered === null || isNumberedAs(remote, offered) ? {} : { offered }),
      ...(srtp === null ? {} : { srtp }),
      ...(held ? { receives: false } : {}),
    });
  }

  /**
   * If the far end signals the same address again, the address that its packets have shown stays in
   * use.
   */
  #learntAt({ address, port }: RtpEndpoint): RtpEndpoint | null {
    const before = this.#connected ?? this.#unkeyed;
    return before?.address === address && before.port === port ? (before.learnt ?? null) : null;
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
    this.#unkeyed = null;
    this.#deps.onStoredChange?.();
  }
}

function withoutKeys({ srtp: _secret, ...plain }: RtpRemote): Omit<RtpRemote, "srtp"> {
  return plain;
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
  return isDeepStrictEqual(before, now);
}
