import {
  type Clock,
  newSid,
  raceAbort,
  withMonotonicDates,
  StoppedError,
  TWILIO_CODES,
} from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookExchange } from "../../webhooks/webhook-exchange.ts";
import type { DtmfSource } from "../dtmf/dtmf-deduplicator.ts";
import type { CallMessage, Leg, LegEnd, LegSink } from "../legs/leg.ts";
import { type Bridge, handleTransferRequest } from "./bridge.ts";
import { buildCallRecord } from "./build-call-record.ts";
import { createCallBeginning, readCallBeginning } from "./call-beginning.ts";
import { CallCourse } from "./call-course.ts";
import type { CallError } from "./call-error.ts";
import { CallInput } from "./call-input.ts";
import type { CallOrigin } from "./call-origin.ts";
import { CallTimeLimit } from "./call-time-limit.ts";
import {
  isEnded,
  nextCallState,
  type CallEvent,
  type CallState,
  type EndedStatus,
} from "./call.ts";
import type { CallRecord } from "./call.ts";
import type { CallbackTarget } from "./callback-target.ts";
import { ProgramSlot, type Program } from "./program-slot.ts";
import { StatusCallbacks } from "./status-callbacks.ts";
import type { StoredCall } from "./stored-call.ts";

export interface LiveCallOptions {
  origin: CallOrigin;
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
  timeLimitS: number;
  statusCallback: CallbackTarget | null;
  listener: LiveCallListener;
  /** The call before the exchange restarted. */
  stored?: StoredCall;
}

export interface LiveCallListener {
  onChange: (call: LiveCall) => void;
  onStoredChange: (call: LiveCall) => void;
  onMessage: (call: LiveCall, message: CallMessage) => void;
  /** Receives each event that has a Twilio code, with the request that it concerns. */
  onNotification: (call: LiveCall, entry: CallError, exchange: WebhookExchange | null) => void;
  onCallbacksSettled: (call: LiveCall) => void;
}

/**
 * A call: its state, its leg and its only program. A new program stops the previous program and
 * waits for its cleanup.
 */
export class LiveCall {
  readonly sid: string;
  readonly origin: CallOrigin;
  readonly ended: AbortSignal;
  readonly course: CallCourse;
  documentExchange: WebhookExchange | null = null;
  readonly input = new CallInput();
  bridge: Bridge<LiveCall> | null = null;
  /**
   * The party that transfers this call (SIP Referred-By), until a party that the call dials
   * answers.
   */
  referredBy: string | null = null;

  readonly #options: LiveCallOptions;
  readonly #ending = new AbortController();
  readonly #callbacks: StatusCallbacks;
  readonly #createdAt: Date;
  readonly #program: ProgramSlot;
  readonly #timeLimit: CallTimeLimit;
  #updatedAt: Date;
  #state: CallState;
  #leg: Leg | null = null;
  #answering: Promise<void> | null = null;
  #begunAt: Date | null;

  constructor(options: LiveCallOptions) {
    this.#options = { ...options, clock: withMonotonicDates(options.clock) };
    this.origin = options.origin;
    this.ended = this.#ending.signal;
    const { stored } = options;
    const { createdAt, updatedAt, begunAt, state } =
      stored === undefined
        ? createCallBeginning(options.origin, this.#options.clock)
        : readCallBeginning(stored);
    this.sid = stored?.record.sid ?? newSid("CA");
    this.course = new CallCourse(
      () => options.listener.onStoredChange(this),
      stored?.course ?? null,
    );
    this.#createdAt = createdAt;
    this.#updatedAt = updatedAt;
    this.#begunAt = begunAt;
    this.#state = state;
    this.#program = new ProgramSlot((error) => this.#fail(error));
    this.#timeLimit = new CallTimeLimit(options.clock, options.timeLimitS, () => {
      this.hangUp({ cause: "hangup", message: "time limit" });
    });
    if ("answeredAt" in state && state.answeredAt !== null) {
      this.#timeLimit.start(this.#options.clock.now() - state.answeredAt);
    }
    this.#callbacks = new StatusCallbacks({
      outbox: options.outbox,
      target: options.statusCallback,
      sequence: stored?.course?.callback?.sequence ?? 0,
      onCallbacksSettled: () => options.listener.onCallbacksSettled(this),
    });
  }

  get state(): CallState {
    return this.#state;
  }

  get isOver(): boolean {
    return isEnded(this.#state);
  }

  get leg(): Leg | null {
    return this.#leg;
  }

  get answeredTimeS(): number {
    const { durationS, answeredAt } = this.record();
    const nowMs = this.#options.clock.now();
    return durationS ?? Math.round((nowMs - (answeredAt?.getTime() ?? nowMs)) / 1000);
  }

  begin(leg: Leg | null): void {
    this.#leg = leg;
    this.#publish();
  }

  /**
   * Continues with the leg from before the exchange restarted, and stores the call again. A call
   * whose answer was not stored yet counts as answered now.
   */
  resume(leg: Leg, isAnswered: boolean): void {
    this.#leg = leg;
    if (isAnswered && this.#state.status !== "in-progress") {
      this.#dispatch({ type: "answered", at: this.#options.clock.now() });
    }
    this.#options.listener.onStoredChange(this);
  }

  dial(placeLeg: (sink: LegSink) => Leg): void {
    this.#begunAt = new Date(this.#options.clock.now());
    const leg = placeLeg(this.sink());
    this.#leg = leg;
    // The far end may have refused inside `placeLeg`, before this call had a leg to end.
    if (this.isOver) {
      leg.decline({ cause: "cancelled" });
    }
  }

  sink(onAnswered: () => void = () => undefined): LegSink {
    return {
      onRinging: () => this.#dispatch({ type: "rang" }),
      onAnswered: () => {
        this.#dispatch({ type: "answered", at: this.#options.clock.now() });
        onAnswered();
      },
      onDigit: (digit) => this.handleDigit(digit, "signalling"),
      onMessage: (message) => this.#options.listener.onMessage(this, message),
      onTransfer: (transferRequest) => handleTransferRequest(this, transferRequest),
      onStoredChange: () => this.#options.listener.onStoredChange(this),
      onEnded: (end) => this.#end(end),
    };
  }

  async openEarly(): Promise<boolean> {
    const isWaiting = this.#state.status === "ringing" && this.origin.direction === "inbound";
    if (!isWaiting || this.#answering !== null) {
      return false;
    }
    return (await this.#leg?.openEarly?.(this.sid)) ?? false;
  }

  async answer(): Promise<void> {
    if (this.#state.status !== "ringing" || this.origin.direction !== "inbound") {
      return;
    }
    this.#answering ??= this.#answer();
    await raceAbort(this.#answering, this.ended);
  }

  async #answer(): Promise<void> {
    try {
      await this.#leg?.answer(this.sid);
      this.#dispatch({ type: "answered", at: this.#options.clock.now() });
    } catch (error) {
      this.hangUp({ cause: "failed", message: String(error) });
    }
  }

  hangUp(end: LegEnd = { cause: "hangup" }, as?: EndedStatus): void {
    if (this.isOver) {
      return;
    }
    const leg = this.#leg;
    const wasUp = this.#state.status === "in-progress";
    this.#end(end, as);
    if (wasUp) {
      leg?.hangUp(end);
    } else {
      leg?.decline(end);
    }
  }

  run(program: Program): void {
    if (this.isOver) {
      return;
    }
    this.referredBy = null;
    this.#program.run(program);
  }

  handleDigit(digit: string, way: DtmfSource): void {
    this.input.handleDigit(digit, way, this.#options.clock.now());
  }

  handleMedia(what: "lost" | "restored"): void {
    this.input.handleMedia(what === "lost");
    this.#leg?.setSilent?.(what === "lost");
  }

  changeTimeLimit(timeLimitS: number): void {
    this.#timeLimit.change(timeLimitS);
  }

  logError(
    name: string,
    about: Pick<CallError, "errorCode" | "message" | "level">,
    exchange: WebhookExchange | null = this.documentExchange,
  ): void {
    const entry = { at: new Date(this.#options.clock.now()), name, ...about };
    this.#options.listener.onNotification(this, entry, exchange);
  }

  record(): CallRecord {
    return buildCallRecord({
      sid: this.sid,
      origin: this.origin,
      state: this.#state,
      createdAt: this.#createdAt,
      updatedAt: this.#updatedAt,
      begunAt: this.#begunAt,
      trunkSid: this.#leg?.trunkSid ?? null,
    });
  }

  toStored(): StoredCall {
    const { appParams, stirStatus } = this.origin;
    const { fallback, document, dial, partner } = this.course;
    return {
      record: this.record(),
      appParams,
      stirStatus,
      owed: this.#callbacks.pendingCallback(),
      leg: this.isOver ? null : (this.#leg?.toStored?.() ?? null),
      course: this.isOver
        ? null
        : {
            timeLimitS: this.#timeLimit.limitS,
            callback: this.#callbacks.toStored(),
            fallback,
            document,
            dial,
            partner,
          },
    };
  }

  #end(end: LegEnd, as?: EndedStatus): void {
    const { twilioCode: errorCode, message = "" } = end;
    // A call that ends because the exchange stops was not hung up, so the application gets a
    // notification.
    if (!this.isOver && errorCode === TWILIO_CODES.INTERNAL_ERROR) {
      this.logError("crash", { errorCode, message });
    }
    const at = this.#options.clock.now();
    this.#dispatch({ type: "ended", at, end, ...(as ? { as } : {}) });
  }

  #dispatch(event: CallEvent): void {
    const before = this.#state;
    this.#state = nextCallState(before, event);
    if (this.#state === before) {
      return;
    }
    if (event.type === "answered") {
      this.#timeLimit.start();
    }
    this.#publish();
    if (event.type === "ended") {
      this.#release();
    }
  }

  #publish(): void {
    const at = new Date(this.#options.clock.now());
    this.#updatedAt = at;
    this.#callbacks.report(this, at);
    this.#options.listener.onChange(this);
  }

  #release(): void {
    this.#timeLimit.stop();
    this.#program.stop();
    this.#ending.abort(new StoppedError("ended"));
    this.input.close();
    if (this.#leg) {
      this.#options.media.closeLeg(this.#leg.id);
    }
  }

  #fail(error: unknown): void {
    this.logError("program", {
      errorCode: TWILIO_CODES.INTERNAL_ERROR,
      message: String(error),
    });
    this.hangUp({ cause: "failed", message: "the call's program failed" });
  }
}
