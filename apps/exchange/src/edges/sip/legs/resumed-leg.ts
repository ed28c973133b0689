import type { RtpEndpoint } from "@linedesk/audio";
import { TWILIO_CODES } from "@linedesk/base";
import { type AudioTerms, isReliable, SipHeaders } from "@linedesk/sip";
import type { Leg, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import type { StoredAnsweredLeg } from "../../../calls/legs/stored-leg.ts";
import {
  noReferResult,
  type ReferResult,
  forwardTransferRequest,
  type TransferRequest,
} from "../../../calls/legs/transfer-request.ts";
import { CRASH_MESSAGE } from "../../../calls/registry/call-journal.ts";
import { createAck, type Dialog, withoutConnection } from "../dialogs/dialog.ts";
import { type SipCallDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import { DialogSession } from "../sessions/dialog-session.ts";
import { MediaSession } from "../sessions/media-session.ts";
import { anonymousAudioTerms, trunkAudioTerms } from "../trunks/trunk-audio-terms.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { legEnds } from "./leg-ends.ts";
import { toStoredAnswered } from "./to-stored-answered.ts";

export interface ResumedLegDeps {
  context: SipCallDeps;
  stored: StoredAnsweredLeg;
  id: string;
  /** The trunk of the call; `null` without one. */
  trunk: Trunk | null;
  sink: LegSink;
  onClosed: () => void;
}

const CRASH_CODE = TWILIO_CODES.INTERNAL_ERROR;
/** The exchange before the restart may have sent requests without storing their CSeq. */
const CSEQ_OFFSET = 1_000;
/** A telephone whose connection is lost must show within this time that it still has the call. */
const RETURN_MS = 30_000;

/** An answered leg, called or calling, from before the exchange restarted. */
export class ResumedLeg implements Leg {
  readonly id: string;
  readonly kind = "sip";
  readonly #deps: ResumedLegDeps;
  readonly #media: MediaSession;
  readonly #session: DialogSession;
  #isEnded = false;
  /** Is true when the far end has shown that it still has the call. */
  #isBack = false;
  /** Is true while no connection to the far end exists, and only the far end can make one. */
  #isCutOff: boolean;
  #stopWaiting: () => void = () => undefined;

  constructor(parts: ResumedLegDeps) {
    this.#deps = parts;
    this.id = parts.id;
    const { context, stored, trunk } = parts;
    this.#isCutOff = trunk === null && isReliable(stored.dialog.source);
    this.#media = new MediaSession({
      leg: this.id,
      media: context.media,
      addressOf: (rtpAddress) =>
        context.mediaAddress(this.#session.dialog.source.address, rtpAddress),
      sipHost: () => this.#session.dialog.source.address,
      terms: () => this.#terms,
      stored: stored.media,
      onStoredChange: () => this.#store(),
    });
    this.#session = new DialogSession(context, resumeDialog(stored.dialog, parts), {
      leg: this.id,
      media: this.#media,
      user: {
        onBye: () => this.#end({ cause: "hangup" }, "them"),
        onDigit: (digit) => parts.sink.onDigit(digit),
        onTransfer: (transferRequest: TransferRequest) =>
          forwardTransferRequest(parts.sink, transferRequest),
        onExpired: () => this.#lose(legEnds.sessionExpired),
        onVanished: () => this.#lose(legEnds.vanished),
        onMoved: () => this.#handleMoved(),
      },
      credentials: trunk?.credentials ?? null,
      ...(stored.session === null ? {} : { stored: stored.session }),
    });
  }

  get trunkSid(): string | null {
    return this.#deps.trunk?.sid ?? null;
  }

  /** Opens the port and starts the sound. Throws when another program has taken the port. */
  async open(): Promise<void> {
    try {
      await this.#media.resume();
    } catch (error) {
      this.leave();
      throw error;
    }
    if (this.#isCutOff) {
      this.#waitForReturn();
    }
  }

  /** Asks the far end whether it still has the call. */
  refresh(): void {
    if (this.#isEnded || this.#isCutOff) {
      return;
    }
    this.#acknowledgeAgain();
    this.#session
      .resume()
      .then(() => (this.#isBack = true))
      .catch((error: unknown) => {
        this.#deps.context.logger.warn({ err: error, leg: this.id }, "SIP call resumption failed");
        this.#lose(legEnds.sessionExpired);
      });
  }

  /** Does nothing, because the call is answered. */
  ring(): void {}

  answer(): Promise<void> {
    return Promise.resolve();
  }

  decline(end: LegEnd): void {
    this.#end(end, "us");
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.#end(end, "us");
  }

  /** Closes the leg without a message to the far end. */
  leave(): void {
    this.#isEnded = true;
    this.#stopWaiting();
    this.#session.close();
    this.#media.close();
    this.#deps.onClosed();
  }

  sendDtmf(digits: string): boolean {
    const isByInfo = this.#deps.trunk?.digits === "info";
    if (isByInfo) {
      this.#session.sendDtmf(digits);
    }
    return isByInfo;
  }

  async refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    return this.#isEnded ? noReferResult : await this.#session.refer(to, onProgress);
  }

  setSilent(isSilent: boolean): void {
    if (!this.#isCutOff) {
      return this.#session.setSilent(isSilent && !this.#isEnded);
    }
    this.#stopWaiting();
    if (isSilent) {
      this.#waitForReturn();
    }
  }

  handleSource(source: RtpEndpoint): void {
    this.#media.handleSource(source);
  }

  toStored(): StoredAnsweredLeg | null {
    if (this.#isEnded) {
      return null;
    }
    const { id, stored } = this.#deps;
    const { inviteCSeq, phone } = stored;
    const now = toStoredAnswered({
      id,
      session: this.#session,
      media: this.#media,
      inviteCSeq,
      phone,
    });
    return { ...now, media: now.media ?? stored.media };
  }

  /**
   * A call that was not encrypted stays unencrypted, because another kind of offer could end it.
   */
  get #terms(): Required<AudioTerms> {
    const { trunk, stored } = this.#deps;
    const { source } = this.#session.dialog;
    const terms = trunk === null ? anonymousAudioTerms(source) : trunkAudioTerms(trunk, source);
    return (stored.media?.encryption ?? null) === null ? { ...terms, srtp: "off" } : terms;
  }

  #store(): void {
    if (!this.#isEnded) {
      this.#deps.sink.onStoredChange?.();
    }
  }

  #waitForReturn(): void {
    this.#stopWaiting = this.#deps.context.clock.after(RETURN_MS, () =>
      this.#lose(legEnds.vanished),
    );
  }

  /**
   * A far end that does not come back has not hung up: the restart of the exchange lost the call.
   */
  #lose(end: LegEnd): void {
    this.#end(
      this.#isBack ? end : { ...end, twilioCode: CRASH_CODE, message: CRASH_MESSAGE },
      "us",
    );
  }

  /** An encrypted telephone that has made a new connection can agree on new keys now. */
  #handleMoved(): void {
    const wasCutOff = this.#isCutOff;
    this.#isCutOff = false;
    this.#stopWaiting();
    this.#store();
    if (wasCutOff && this.#media.needsOffer) {
      this.refresh();
    }
  }

  /** The crashed exchange may have stored our answered INVITE without sending the ACK. */
  #acknowledgeAgain(): void {
    const { context, stored } = this.#deps;
    if (stored.inviteCSeq === null) {
      return;
    }
    const headers = new SipHeaders().add("CSeq", `${String(stored.inviteCSeq)} INVITE`);
    const invite = { type: "request", method: "INVITE", uri: "", headers, body: "" } as const;
    const { transactions, sentBy } = context.signalling;
    const ack = createAck(this.#session.dialog, invite);
    transactions.sendAck({ ...ack, sentBy: sentBy(ack.target) });
  }

  #end(end: LegEnd, by: "us" | "them"): void {
    if (this.#isEnded) {
      return;
    }
    this.#isEnded = true;
    this.#stopWaiting();
    if (by === "us") {
      this.#session.hangUp();
    }
    // Report the end before closing, so that `control` can still read the media statistics.
    try {
      this.#deps.sink.onEnded(end);
    } finally {
      this.#media.close();
      this.#deps.onClosed();
    }
  }
}

/**
 * Returns the dialog with a new Contact, because our port may have changed. The lost connection to
 * a trunk is made again.
 */
function resumeDialog(
  stored: Dialog,
  { context, trunk }: Pick<ResumedLegDeps, "context" | "trunk">,
): Dialog {
  const dialog = trunk === null ? { ...stored } : { ...withoutConnection(stored) };
  return {
    ...dialog,
    localCSeq: stored.localCSeq + CSEQ_OFFSET,
    contact: contactHeader(context, dialog.source),
  };
}
