import type { Logger } from "pino";

import { type Clock, RefusedError } from "@linedesk/base";
import type { LegId, MediaPort } from "@linedesk/media";
import type { ApplicationRepository } from "../../directory/application-repository.ts";
import { isE164 } from "../../directory/e164.ts";
import type { NumberRepository } from "../../directory/number-repository.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookClient } from "../../webhooks/webhook-client.ts";
import type { WebhookHistory } from "../../webhooks/webhook-history.ts";
import type { Dialer, DialRefusal, Leg, LegEnd, LegSink } from "../legs/leg.ts";
import type { CallOrigin } from "../live/call-origin.ts";
import { CallTree } from "../live/call-tree.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import type { CoreDefaults } from "../live/core-defaults.ts";
import { LiveCall } from "../live/live-call.ts";
import type { CallRegistry } from "../registry/call-registry.ts";
import type { NotificationRepository } from "../registry/notification-repository.ts";
import { assertDialTarget } from "./assert-dial-target.ts";
import { buildDialRequest, type PlaceCallRequest, withParams } from "./place-call-request.ts";

/** What placing a call needs of the core. */
interface CallPlacerDeps {
  accountSid: string;
  clock: Clock;
  logger: Logger;
  defaults: CoreDefaults;
  media: MediaPort;
  client: WebhookClient;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  webhookHistory: WebhookHistory;
  numbers: NumberRepository;
  applications: ApplicationRepository;
}

export interface Dialers {
  /** `client:` targets. */
  client: Dialer;
  /** Numbers and `sip:` targets. */
  sip: Dialer;
}

/** So many of our own numbers may dial one another in a row; a number that dials itself ends here. */
const MAX_INTERNAL_DEPTH = 10;
/** What a Dial is told of it: a forbidden number. */
export const DIAL_LOOP_CODE = 13225;

const NO_ANSWER: LegEnd = { cause: "no-answer", sipCode: 487 };
const BUSY: LegEnd = { cause: "busy", sipCode: 486, voiceCode: 31486 };

/** Makes calls, inbound and outbound, and rings the outbound ones. */
export class CallPlacer {
  readonly #services: CallPlacerDeps;
  readonly #registry: CallRegistry;
  readonly #internal: Dialer;
  #dialers: Dialers | null = null;

  constructor(services: CallPlacerDeps, registry: CallRegistry, internal: Dialer) {
    this.#services = services;
    this.#registry = registry;
    this.#internal = internal;
  }

  setDialers(dialers: Dialers): void {
    this.#dialers = dialers;
  }

  get isFull(): boolean {
    return this.#registry.liveCount >= this.#services.defaults.liveCallLimit;
  }

  find(sid: string): LiveCall | null {
    return this.#registry.live(sid);
  }

  findByLeg(legId: LegId): LiveCall | null {
    return this.#registry.byLeg(legId);
  }

  /** Throws RefusedError when the target cannot be rung at all. */
  place(asked: PlaceCallRequest): LiveCall {
    const request = withParams(asked);
    const dialer = this.#dialerFor(request.to);
    const parent = request.parentCallSid === null ? null : this.find(request.parentCallSid);
    const { internalDepth: innerDepth = 0, tree = new CallTree() } = parent?.origin ?? {};
    if (dialer === this.#internal && innerDepth >= MAX_INTERNAL_DEPTH) {
      throw dialLoopError();
    }
    const refusal = dialer.checkDial?.(request.to, request.isVerification) ?? null;
    if (refusal) {
      throw new RefusedError(refusal.twilioCode, `To: ${refusal.message}`);
    }
    const byoc = this.#trunkFor(request);
    if (request.direction === "outbound-api") {
      assertReachable(request.to, byoc, dialer);
    }
    if (!tree.hasCapacity()) {
      throw tooManyCallsError();
    }
    if (this.isFull) {
      throw new RefusedError(20429, "Too many calls at once", 429);
    }
    const call = this.createCall(
      { ...buildOrigin(request, this.#services), internalDepth: innerDepth, tree },
      request,
    );
    call.begin(null);
    const { delayS = 0 } = request;
    const ringOut = () => this.#ringOut(call, { ...request, byoc }, dialer);
    if (delayS === 0) {
      ringOut();
    } else {
      this.#scheduleWhileLive(call, delayS, ringOut);
    }
    return call;
  }

  /** The one that is asked for, or the one that the shown number belongs to; null for any. */
  #trunkFor({ to, from, byoc = null }: PlaceCallRequest): string | null {
    // Of our own numbers, too, though no trunk carries those.
    if (byoc !== null && isE164(to) && this.#dialers?.sip.knowsTrunk?.(byoc) === false) {
      throw new RefusedError(20001, "Invalid value for 'Byoc': there is no such trunk");
    }
    if (byoc !== null) {
      return byoc;
    }
    const own = this.#services.numbers.findByNumber(from)?.trunkSid ?? null;
    return own !== null && this.knowsTrunk(own) ? own : null;
  }

  knowsTrunk(sid: string): boolean {
    return this.#dialers?.sip.knowsTrunk?.(sid) ?? false;
  }

  /** Why the leg's far end must not be asked to call that; null when it may. */
  checkReferral(to: string, { trunkSid = null }: Pick<Leg, "trunkSid">): DialRefusal | null {
    return this.#dialers?.sip.checkReferral?.(to, trunkSid) ?? null;
  }

  #ringOut(call: LiveCall, request: PlaceCallRequest, dialer: Dialer): void {
    const stopTimer = this.#scheduleWhileLive(call, request.ringTimeoutS, () => {
      if (call.state.status === "in-progress") {
        return;
      }
      call.hangUp(call.leg?.isBusy === true ? BUSY : NO_ANSWER);
    });
    this.#dial(call, request, { dialer, stopTimer });
  }

  /** Later, unless the call is over by then; the answer takes it back. */
  #scheduleWhileLive(call: LiveCall, delayS: number, run: () => void): () => void {
    const cancel = this.#services.clock.after(delayS * 1000, run);
    call.ended.addEventListener("abort", cancel, { once: true });
    return cancel;
  }

  #dial(
    call: LiveCall,
    request: PlaceCallRequest,
    { dialer, stopTimer }: { dialer: Dialer; stopTimer: () => void },
  ): void {
    function heardBy(sink: LegSink): LegSink {
      return {
        ...sink,
        onRinging() {
          sink.onRinging();
          request.onRinging?.(call);
        },
        onEarlyMedia(isHeard) {
          const isWaiting = call.state.status === "queued" || call.state.status === "ringing";
          if (isWaiting) {
            request.onEarlyMedia?.(call, isHeard);
          }
        },
        onAnswered() {
          stopTimer();
          const wasUp = call.state.status === "in-progress";
          sink.onAnswered();
          if (!wasUp && !call.isOver) {
            request.onAnswered?.(call);
          }
        },
      };
    }
    try {
      const asked = buildDialRequest(call, request, this.#services);
      call.dial((sink) => dialer.dial(asked, heardBy(sink)));
    } catch (error) {
      this.#services.logger.error({ err: error, callSid: call.sid }, "a call could not be dialled");
      call.hangUp({ cause: "failed", message: "the call could not be dialled" });
    }
  }

  createCall(
    origin: CallOrigin,
    options: { timeLimitS: number; statusCallback: CallbackTarget | null },
  ): LiveCall {
    const { media, clock, outbox, notifications } = this.#services;
    const call = new LiveCall({
      origin,
      media,
      clock,
      outbox,
      timeLimitS: Math.min(options.timeLimitS, 86_400),
      statusCallback: options.statusCallback,
      onChange: (changed) => this.#registry.emitChange(changed),
      onMessage: (to, message) => this.#registry.emitMessage(to, message),
      onNotification: ({ sid }, entry, exchange) => notifications.add(sid, entry, exchange),
      onCallbacksSettled: (settled) => this.#registry.handleCallbacksSettled(settled),
    });
    origin.tree?.add(call.ended);
    this.#registry.add(call);
    return call;
  }

  /** Our own numbers are reached inside, browsers by signalling, everything else over SIP. */
  #dialerFor(to: string): Dialer {
    const isOwn = this.#services.numbers.findByNumber(to) !== null;
    if (isOwn) {
      return this.#internal;
    }
    const application = /^app:(.*)$/.exec(to)?.[1];
    if (application !== undefined) {
      if (this.#services.applications.find(application)) {
        return this.#internal;
      }
      throw new RefusedError(21218, "The 'To' names no application");
    }
    assertDialTarget(to);
    if (!this.#dialers) {
      throw new RefusedError(21214, "The exchange cannot dial out yet");
    }
    return to.startsWith("client:") ? this.#dialers.client : this.#dialers.sip;
  }
}

/** A Dial learns it from the call that fails. Throws RefusedError 21214. */
function assertReachable(to: string, byoc: string | null, dialer: Dialer): void {
  const reason = dialer.findUnreachableReason?.(to, byoc) ?? null;
  if (reason !== null) {
    throw new RefusedError(21214, `To: cannot be reached: ${reason}`);
  }
}

function dialLoopError(): RefusedError {
  const message = `own numbers dialled one another ${MAX_INTERNAL_DEPTH} deep: they seem to go in circles`;
  return new RefusedError(DIAL_LOOP_CODE, message);
}

function tooManyCallsError(): RefusedError {
  const message = "too many calls came of one: own numbers seem to dial one another in circles";
  return new RefusedError(DIAL_LOOP_CODE, message);
}

function buildOrigin(request: PlaceCallRequest, services: CallPlacerDeps): CallOrigin {
  return {
    accountSid: services.accountSid,
    parentCallSid: request.parentCallSid,
    from: request.from,
    to: request.to,
    callerName: request.callerName,
    forwardedFrom: request.forwardedFrom ?? null,
    phoneNumberSid: services.numbers.findByNumber(request.from)?.sid ?? null,
    applicationSid: null,
    stirStatus: null,
    direction: request.direction,
    ...(request.isVerification === true ? { isVerification: true } : {}),
    appParams: [],
  };
}
