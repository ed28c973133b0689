import { isDeepStrictEqual } from "node:util";

import { sleep } from "@linedesk/base";
import type { Incoming, SipRequest, SipResponse } from "@linedesk/sip";
import type { StoredSession } from "../../../calls/legs/stored-leg.ts";
import { createInDialogRequest } from "../dialogs/dialog.ts";
import { type InDialogDeps, sendInDialog } from "../dialogs/send-in-dialog.ts";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import type { MediaSession } from "./media-session.ts";
import {
  formatSessionTerms,
  oneSidedTerms,
  SessionTimer,
  type SessionTerms,
  readRequestedTerms,
  readGrantedTerms,
  MIN_SESSION_S,
} from "./session-timer.ts";

export interface SessionRefresherDeps extends InDialogDeps {
  context: Pick<SipCallDeps, "clock" | "logger" | "signalling">;
  media: Pick<MediaSession, "makeOffer" | "acceptAnswer" | "needsOffer">;
  isOpen: () => boolean;
  isBusy: () => boolean;
  onExpired: () => void;
  onStoredChange: () => void;
  /** The terms of the call before the exchange restarted. */
  stored?: StoredSession | null;
}

const REFRESH_RETRY_MS = 2_100;
/** After a restart, a far end that is in the middle of an offer of its own gets this many tries. */
const RESUME_TRIES = 5;
const REQUEST_PENDING = 491;
const SERVER_ERROR = 500;

/**
 * Refreshes a call by the terms that the two sides agreed (RFC 4028). Without an agreement, we
 * refresh the call.
 */
export class SessionRefresher {
  readonly #deps: SessionRefresherDeps;
  readonly #timer: SessionTimer;
  #isRefreshing = false;
  #supportsUpdate: boolean;
  #terms: SessionTerms;

  constructor(parts: SessionRefresherDeps) {
    this.#deps = parts;
    this.#supportsUpdate = parts.stored?.supportsUpdate ?? false;
    this.#terms = parts.stored?.terms ?? oneSidedTerms;
    this.#timer = new SessionTimer({
      clock: parts.context.clock,
      onRefresh: (terms) => this.#refresh(terms),
      onExpired: parts.onExpired,
    });
  }

  get isRefreshing(): boolean {
    return this.#isRefreshing;
  }

  negotiate(request: Incoming<SipRequest>): [name: string, value: string][] {
    this.#supportsUpdate = allows(request, "UPDATE") ?? this.#supportsUpdate;
    const terms = readRequestedTerms(request.headers);
    const isAgreed = typeof terms === "object";
    this.#arm(isAgreed ? terms : oneSidedTerms);
    return isAgreed ? formatSessionTerms(terms) : [];
  }

  applyAnswer(answer: Incoming<SipResponse>): void {
    this.#supportsUpdate = allows(answer, "UPDATE") ?? this.#supportsUpdate;
    if (answer.status >= 200) {
      this.#arm(readGrantedTerms(answer.headers) ?? oneSidedTerms);
    }
  }

  stop(): void {
    this.#timer.stop();
  }

  toStored(): StoredSession {
    return { terms: this.#terms, supportsUpdate: this.#supportsUpdate };
  }

  /** Continues with the terms from before the restart. */
  resumeTimer(): void {
    this.#timer.arm(this.#terms);
  }

  /**
   * Refreshes the call after a restart, and so proves that the far end still has it. A far end that
   * refuses the refresh keeps the call if its sound needs no new offer.
   */
  async resume(): Promise<void> {
    const { isOpen, isBusy, media, onExpired, context } = this.#deps;
    for (let tries = 0; tries < RESUME_TRIES && isOpen(); tries += 1) {
      const isOffering = isBusy() || this.#isRefreshing;
      const answer = isOffering ? null : await this.#sendResume();
      if (!isOpen()) {
        return;
      }
      if (!isOffering && isLost(answer)) {
        return onExpired();
      }
      if (!isOffering && !isPending(answer)) {
        break;
      }
      await sleep(context.clock, REFRESH_RETRY_MS);
    }
    if (isOpen() && media.needsOffer) {
      onExpired();
    }
  }

  async #sendResume(): Promise<Incoming<SipResponse> | null> {
    const { media, isOpen } = this.#deps;
    this.#isRefreshing = true;
    try {
      const isOffer = !this.#supportsUpdate || media.needsOffer;
      const offer = isOffer ? { sdp: await media.makeOffer() } : null;
      const answer = await sendRefresh({ ...this.#deps, terms: this.#terms }, offer);
      if (answer !== null && answer.status < 300 && isOpen()) {
        this.applyAnswer(answer);
        await (isOffer ? media.acceptAnswer(answer.body) : null);
      }
      return answer;
    } finally {
      this.#isRefreshing = false;
    }
  }

  #arm(terms: SessionTerms): void {
    const isChanged = !isDeepStrictEqual(terms, this.#terms);
    this.#terms = terms;
    this.#timer.arm(this.#deps.isOpen() ? terms : null);
    if (isChanged) {
      this.#deps.onStoredChange();
    }
  }

  #refresh(terms: SessionTerms): void {
    const { isOpen, isBusy, context } = this.#deps;
    // If an offer of the far end is in progress, it proves that the far end is alive, so our
    // refresh waits until it is due again.
    if (!isOpen() || isBusy() || this.#isRefreshing) {
      if (terms.isOneSided) {
        this.#arm(terms);
      }
      return;
    }
    this.#isRefreshing = true;
    this.#send(terms)
      .catch((error: unknown) => {
        context.logger.warn({ err: error }, "SIP session refresh failed");
      })
      .finally(() => (this.#isRefreshing = false));
  }

  /**
   * Uses UPDATE if the far end supports it, otherwise INVITE. If no answer comes, or 408 or 481,
   * the call ends.
   */
  async #send(terms: SessionTerms): Promise<void> {
    const { media, isOpen, onExpired } = this.#deps;
    const sdp = this.#supportsUpdate ? null : await media.makeOffer();
    const answer = await sendRefresh({ ...this.#deps, terms }, sdp === null ? null : { sdp });
    if (!isOpen()) {
      return;
    }
    if (answer === null || isLost(answer)) {
      return onExpired();
    }
    // After a refusal the timer continues: the far end can still refresh, or the call ends by
    // timeout.
    if (answer.status >= 300) {
      // Any answer to our refresh proves that the far end is alive.
      if (terms.isOneSided) {
        return this.#arm(terms);
      }
      this.#supportsUpdate = false;
      return this.#retry(terms, answer);
    }
    this.applyAnswer(answer);
    if (sdp !== null) {
      await media.acceptAnswer(answer.body);
    }
  }

  /** Refreshes again after a pause; after a 422, with the longer interval that it names. */
  #retry(terms: SessionTerms, answer: Incoming<SipResponse>): void {
    const wanted = Number(answer.headers.get("Min-SE") ?? 0);
    const expiresS =
      answer.status === 422 ? Math.min(Math.max(terms.expiresS, wanted), 86_400) : terms.expiresS;
    const { clock } = this.#deps.context;
    const stop = clock.after(REFRESH_RETRY_MS, () => this.#refresh({ ...terms, expiresS }));
    this.#timer.addStop(stop);
  }
}

/** Returns true when the far end does not answer, or does not have the call any more. */
function isLost(answer: Incoming<SipResponse> | null): boolean {
  return answer === null || answer.status === 408 || answer.status === 481;
}

/** Returns true when the far end is in the middle of an offer of its own. */
function isPending(answer: Incoming<SipResponse> | null): boolean {
  return answer?.status === REQUEST_PENDING || answer?.status === SERVER_ERROR;
}

/** Returns whether the far end lists the method; `null` when it sends no list. */
function allows(message: Incoming, method: string): boolean | null {
  const listed = message.headers.all("Allow").join(",");
  if (listed === "") {
    return null;
  }
  return listed.split(",").some((name) => name.trim().toUpperCase() === method);
}

interface SessionRefreshDeps extends InDialogDeps {
  terms: SessionTerms;
}

function sendRefresh(
  parts: SessionRefreshDeps,
  offer: { sdp: string } | null,
): Promise<Incoming<SipResponse> | null> {
  const method = offer === null ? "UPDATE" : "INVITE";
  const { request, target } = createInDialogRequest(parts.dialog, method);
  request.headers
    .add("Supported", "timer")
    .add("Min-SE", String(MIN_SESSION_S))
    .add("Session-Expires", `${parts.terms.expiresS};refresher=uac`);
  if (offer !== null) {
    request.headers.add("Content-Type", "application/sdp");
  }
  return sendInDialog(parts, { request: { ...request, body: offer?.sdp ?? "" }, target });
}
