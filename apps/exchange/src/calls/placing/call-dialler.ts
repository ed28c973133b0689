import type { Logger } from "pino";

import { type Clock, RefusedError, TWILIO_CODES, VOICE_CODES } from "@linedesk/base";
import type { NumberRepository } from "../../directory/number-repository.ts";
import type { Dialer, LegEnd, LegSink } from "../legs/leg.ts";
import type { CallOrigin } from "../live/call-origin.ts";
import { CallTree } from "../live/call-tree.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { CallRegistry } from "../registry/call-registry.ts";
import type { CallFactory } from "./call-factory.ts";
import type { Dialers } from "./dialers.ts";
import { buildDialRequest, type PlaceCallRequest, withParams } from "./place-call-request.ts";

interface CallDiallerDeps {
  accountSid: string;
  clock: Clock;
  logger: Logger;
  numbers: NumberRepository;
  registry: CallRegistry;
  factory: CallFactory;
  dialers: Dialers;
}

/**
 * The maximum number of our own numbers that dial one another in a row, so that a loop of numbers
 * ends.
 */
const MAX_INTERNAL_DEPTH = 10;
/** An internal call is two calls: an outbound one, and the inbound one at our own number. */
const CALLS_OF_INTERNAL = 2;
/** A Dial reports this code (forbidden number) when own numbers dial one another in a loop. */
export const DIAL_LOOP_CODE = TWILIO_CODES.DIAL_FORBIDDEN_NUMBER;

const NO_ANSWER: LegEnd = { cause: "no-answer", sipCode: 487 };
const BUSY: LegEnd = { cause: "busy", sipCode: 486, voiceCode: VOICE_CODES.BUSY_HERE };

export class CallDialler {
  readonly #deps: CallDiallerDeps;

  constructor(deps: CallDiallerDeps) {
    this.#deps = deps;
  }

  placeCall(placeRequest: PlaceCallRequest): LiveCall {
    const { registry, factory, dialers } = this.#deps;
    const request = withParams(placeRequest);
    const dialer = dialers.select(request.to, request.byoc);
    const parent = request.parentCallSid === null ? null : registry.live(request.parentCallSid);
    const { internalDepth: innerDepth = 0, tree = new CallTree() } = parent?.origin ?? {};
    if (dialers.isInternal(dialer) && innerDepth >= MAX_INTERNAL_DEPTH) {
      throw dialLoopError();
    }
    const refusal = dialer.checkDial?.(request.to, request.isVerification) ?? null;
    if (refusal) {
      throw new RefusedError(refusal.twilioCode, `To: ${refusal.message}`);
    }
    const byoc = dialers.selectTrunk(request);
    if (request.direction === "outbound-api") {
      assertReachable(request.to, byoc, dialer);
    }
    if (!tree.hasCapacity(dialers.isInternal(dialer) ? CALLS_OF_INTERNAL : 1)) {
      throw tooManyCallsError();
    }
    if (registry.isFull) {
      throw new RefusedError(TWILIO_CODES.TOO_MANY_REQUESTS, "Too many concurrent calls", 429);
    }
    const call = factory.createCall(
      { ...buildOrigin(request, this.#deps), internalDepth: innerDepth, tree },
      request,
    );
    call.begin(null);
    this.#ringOut(call, { ...request, byoc }, dialer);
    return call;
  }

  #ringOut(call: LiveCall, request: PlaceCallRequest, dialer: Dialer): void {
    const stopTimer = this.#deps.clock.after(request.ringTimeoutS * 1000, () => {
      if (call.state.status === "in-progress") {
        return;
      }
      call.hangUp(call.leg?.isBusy === true ? BUSY : NO_ANSWER);
    });
    call.ended.addEventListener("abort", stopTimer, { once: true });
    this.#dial(call, request, { dialer, stopTimer });
  }

  #dial(
    call: LiveCall,
    request: PlaceCallRequest,
    { dialer, stopTimer }: { dialer: Dialer; stopTimer: () => void },
  ): void {
    function observeSink(sink: LegSink): LegSink {
      return {
        ...sink,
        onRinging() {
          sink.onRinging();
          request.onRinging?.(call);
        },
        onEarlyMedia(hasEarlyMedia) {
          const isWaiting = call.state.status === "queued" || call.state.status === "ringing";
          if (isWaiting) {
            request.onEarlyMedia?.(call, hasEarlyMedia);
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
      const dialRequest = buildDialRequest(call, request);
      call.dial((sink) => dialer.dial(dialRequest, observeSink(sink)));
    } catch (error) {
      this.#deps.logger.error({ err: error, callSid: call.sid }, "call dialling failed");
      call.hangUp({ cause: "failed", message: "the call could not be dialled" });
    }
  }
}

/**
 * Throws RefusedError 21214 for a party that cannot be reached. A call of a Dial needs no check
 * here: it fails with the reason.
 */
function assertReachable(to: string, byoc: string | null, dialer: Dialer): void {
  const reason = dialer.findUnreachableReason?.(to, byoc) ?? null;
  if (reason !== null) {
    throw new RefusedError(TWILIO_CODES.TO_UNREACHABLE, `To: cannot be reached: ${reason}`);
  }
}

function dialLoopError(): RefusedError {
  const message = `own numbers dialled one another ${MAX_INTERNAL_DEPTH} times in a row: they form a loop`;
  return new RefusedError(DIAL_LOOP_CODE, message);
}

function tooManyCallsError(): RefusedError {
  const message = "too many calls result from one call: own numbers dial one another in a loop";
  return new RefusedError(DIAL_LOOP_CODE, message);
}

function buildOrigin(request: PlaceCallRequest, services: CallDiallerDeps): CallOrigin {
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
