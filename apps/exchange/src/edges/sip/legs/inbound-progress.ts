import { hasOptionTag, type ServerTransaction } from "@linedesk/sip";
import type { LegEnd } from "../../../calls/legs/leg.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import type { DialogSession } from "../sessions/dialog-session.ts";
import type { MediaSession } from "../sessions/media-session.ts";
import { ReliableProgress } from "./reliable-progress.ts";

export interface InboundProgressDeps {
  context: Pick<SipCallDeps, "clock">;
  invite: ServerTransaction;
  media: MediaSession;
  session: Pick<DialogSession, "answerOfferIn">;
  headers: () => [name: string, value: string][];
  isRinging: () => boolean;
  onFailed: (error: unknown) => void;
  onExpired: (end: LegEnd) => void;
}

/** Proxies end a call that rings for three minutes unless they receive reminders. */
const REMINDER_MS = 60_000;

const unacknowledged: LegEnd = { cause: "failed", sipCode: 504, message: "no PRACK arrived" };

/** Sends provisional responses: ringing, and the description of early media. */
export class InboundProgress {
  readonly #deps: InboundProgressDeps;
  /** Present when the caller requires reliable provisional responses. */
  readonly #reliable: ReliableProgress | null;
  /** Our description, if it was sent before the answer; the answer repeats it. */
  #early: Promise<string> | null = null;
  /** Our early offer to a caller that sent no offer, and the answer in its PRACK. */
  #offering: Promise<void> | null = null;
  #answered: Promise<void> | null = null;
  /** Is true when a reliable response contained our description. */
  #isDescribed = false;
  #stopReminder: () => void = () => undefined;

  constructor(parts: InboundProgressDeps) {
    this.#deps = parts;
    const { clock } = parts.context;
    const { invite } = parts;
    const isRequired = hasOptionTag(invite.request.headers.all("Require"), "100rel");
    function onExpired(): void {
      parts.onExpired(unacknowledged);
    }
    this.#reliable = isRequired ? new ReliableProgress({ clock, invite, onExpired }) : null;
  }

  get isAnswerOwed(): boolean {
    return this.#isDelayed && this.#answered === null;
  }

  /** If the INVITE has no offer, the first reliable response must contain one (RFC 3262). */
  ring(): void {
    if (this.#reliable === null || !this.#isDelayed) {
      return this.#send(180);
    }
    this.#offering = this.#offerEarly().catch(this.#deps.onFailed);
  }

  /**
   * Sends 183 with our description once. A caller without an offer gets it before the answer only
   * with reliable responses. Returns false when early media is impossible.
   */
  async describe(): Promise<boolean> {
    if (this.#isDelayed) {
      return await this.#hasAnswered();
    }
    const isFirst = this.#early === null;
    this.#early ??= this.#deps.media.answerOffer(this.#deps.invite.request.body);
    try {
      const text = await this.#early;
      if (!this.#deps.isRinging()) {
        return false;
      }
      if (isFirst) {
        this.#send(183, { type: "application/sdp", text });
      }
      return true;
    } catch (error) {
      this.#deps.onFailed(error);
      return false;
    }
  }

  /**
   * The caller must confirm our early description before we may send the final answer (RFC 3262).
   */
  async waitForAcknowledgement(): Promise<void> {
    await this.#offering;
    await this.#reliable?.waitForAcknowledgement();
    await this.#answered;
  }

  async descriptionOfAnswer(): Promise<string | null> {
    const { media, invite } = this.#deps;
    if (this.#isDescribed && !this.isAnswerOwed) {
      return null;
    }
    if (this.#isDelayed) {
      return await (this.#early ?? media.makeOffer());
    }
    return await (this.#early ?? media.answerOffer(invite.request.body));
  }

  handlePrack(prack: ServerTransaction): void {
    const { headers, body } = prack.request;
    if (this.#reliable?.matches(headers.get("RAck")) !== true) {
      return prack.respond(481);
    }
    if (body === "") {
      prack.respond(200);
    } else if (this.#isDelayed) {
      this.#answered = this.#takeAnswer(prack);
    } else {
      this.#deps.session.answerOfferIn(prack);
    }
    this.#reliable.advance();
  }

  close(): void {
    this.#stopReminder();
    this.#reliable?.close();
  }

  get #isDelayed(): boolean {
    return this.#deps.invite.request.body === "";
  }

  async #offerEarly(): Promise<void> {
    this.#early = this.#deps.media.makeOffer();
    const text = await this.#early;
    if (this.#deps.isRinging()) {
      this.#send(180, { type: "application/sdp", text });
    }
  }

  async #hasAnswered(): Promise<boolean> {
    await this.waitForAcknowledgement();
    return this.#answered !== null && this.#deps.isRinging();
  }

  async #takeAnswer(prack: ServerTransaction): Promise<void> {
    try {
      await this.#deps.media.acceptAnswer(prack.request.body);
      prack.respond(200);
    } catch (error) {
      prack.respond(488);
      this.#deps.onFailed(error);
    }
  }

  #send(status: 180 | 183, body?: { type: string; text: string }): void {
    const headers = this.#deps.headers();
    const answers = this.#reliable ?? this.#deps.invite;
    if (body !== undefined) {
      this.#isDescribed = this.#reliable !== null;
    }
    answers.respond(status, body === undefined ? { headers } : { headers, body });
    this.#remind(status, body);
  }

  /** A reminder repeats the description unless the caller has acknowledged it. */
  #remind(status: 180 | 183, body?: { type: string; text: string }): void {
    this.#stopReminder();
    this.#stopReminder = this.#deps.context.clock.after(REMINDER_MS, () => {
      if (this.#deps.isRinging()) {
        this.#send(status, this.#reliable === null ? body : undefined);
      }
    });
  }
}
