import {
  type Clock,
  type HttpMethod,
  Listeners,
  newSid,
  orAborted,
  steadied,
  Stopped,
} from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { WebhookExchange } from "../../webhooks/webhook-trail.ts";
import type { Answerer } from "../amd/machine-wish.ts";
import type { KeyWay } from "../dtmf/heard-keys.ts";
import type { CallMessage, Leg, LegEnd, LegSink } from "../legs/leg.ts";
import { watchQuality, type QualityReport } from "../quality/quality-watch.ts";
import { CallEars } from "./call-ears.ts";
import { CallLog, type CallLogEntry } from "./call-log.ts";
import type { CallOrigin } from "./call-origin.ts";
import { type CallTalk, transferOf } from "./call-talk.ts";
import { CallTimeLimit } from "./call-time-limit.ts";
import { isEnded, next, type CallEvent, type CallState, type EndedStatus } from "./call.ts";
import type { CallRecord } from "./call.ts";
import type { CallbackChange, CallbackTarget } from "./callback-target.ts";
import type { KeptCall } from "./kept-call.ts";
import { ProgramSlot, type Program } from "./program-slot.ts";
import { recordOf, whyOf } from "./record-of.ts";
import { StatusCallbacks } from "./status-callbacks.ts";

export interface LiveCallOptions {
  origin: CallOrigin;
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
  timeLimitS: number;
  statusCallback: CallbackTarget | null;
  onChange: (call: LiveCall) => void;
  onMessage: (call: LiveCall, message: CallMessage) => void;
  /** Whatever is noted with a code of Twilio's, and the request that it is about. */
  onTrouble: (call: LiveCall, entry: CallLogEntry, exchange: WebhookExchange | null) => void;
  /** When the application has the last callback, or it was given up. */
  onSettled: (call: LiveCall) => void;
}

/**
 * A call as long as anybody is interested in it: its state, its leg, and the one program that
 * it runs. A new program stops the one before and waits until that has tidied up.
 */
export class LiveCall {
  readonly sid = newSid("CA");
  readonly origin: CallOrigin;
  /** Aborted with the call's end. */
  readonly ended: AbortSignal;
  /** Where to ask when a document cannot be had. */
  fallback: { url: string; method: HttpMethod } | null = null;
  /** How the document that it runs was asked for; null of one that came with a REST request. */
  reading: WebhookExchange | null = null;
  /** What its last callback tells of its recording. */
  recordingParams: () => WebhookParams = () => ({});
  readonly ears = new CallEars();
  /** While a Dial has it talk to another call. */
  talk: CallTalk | null = null;
  /** Who passed it on (SIP Referred-By), until somebody whom its document dials has answered. */
  referredBy: string | null = null;

  #answerer: Answerer | null = null;
  readonly #options: LiveCallOptions;
  readonly #ending = new AbortController();
  readonly #log = new CallLog();
  readonly #callbacks: StatusCallbacks;
  readonly #createdAt: Date;
  readonly #heardAnswerer = new Listeners<[]>();
  readonly #program: ProgramSlot;
  readonly #timeLimit: CallTimeLimit;
  #updatedAt: Date;
  #state: CallState;
  #leg: Leg | null = null;
  #answering: Promise<void> | null = null;
  #begunAt: Date | null;

  constructor(options: LiveCallOptions) {
    this.#options = { ...options, clock: steadied(options.clock) };
    this.origin = options.origin;
    this.ended = this.#ending.signal;
    const isInbound = options.origin.direction === "inbound";
    this.#createdAt = this.#updatedAt = new Date(this.#options.clock.now());
    this.#begunAt = isInbound ? this.#createdAt : null;
    this.#state = { status: isInbound ? "ringing" : "queued" };
    this.#program = new ProgramSlot((error) => this.#fail(error));
    this.#timeLimit = new CallTimeLimit(options.clock, options.timeLimitS, () => {
      this.note("error", "time limit");
      this.hangUp({ cause: "hangup", message: "time limit" });
    });
    this.#callbacks = new StatusCallbacks({
      outbox: options.outbox,
      target: options.statusCallback,
      onSettled: () => options.onSettled(this),
    });
  }

  get state(): CallState {
    return this.#state;
  }

  get isOver(): boolean {
    return isEnded(this.#state);
  }

  /** Who answered; null as long as nobody knows or asked. */
  get answerer(): Answerer | null {
    return this.#answerer;
  }

  get leg(): Leg | null {
    return this.#leg;
  }

  /** How long it has talked, or did. */
  get talkedS(): number {
    const { durationS, answeredAt } = this.record();
    const nowMs = this.#options.clock.now();
    return durationS ?? Math.round((nowMs - (answeredAt?.getTime() ?? nowMs)) / 1000);
  }

  /** Tells the world that the call is there; for an inbound one, takes its leg. */
  begin(leg: Leg | null): void {
    this.#leg = leg;
    this.#announce();
  }

  /** Rings out. The sink that the leg reports to is this call's. */
  dial(placeLeg: (sink: LegSink) => Leg): void {
    this.#begunAt = new Date(this.#options.clock.now());
    const leg = placeLeg(this.sink());
    this.#leg = leg;
    // The far end may have refused within the call above, before there was a leg to drop.
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
      onDigit: (digit) => this.digit(digit, "signalled"),
      onMessage: (message) => this.#options.onMessage(this, message),
      onTransfer: (wish) => transferOf(this, wish),
      onEnded: (end) => this.#end(end),
    };
  }

  /** Opens the path of a calling party before its answer; false where that cannot be. */
  async openEarly(): Promise<boolean> {
    const isWaiting = this.#state.status === "ringing" && this.origin.direction === "inbound";
    if (!isWaiting || this.#answering !== null) {
      return false;
    }
    return (await this.#leg?.openEarly?.(this.sid)) ?? false;
  }

  /** Answers a calling party, once. Rejects when the call ends before it stands. */
  async answer(): Promise<void> {
    if (this.#state.status !== "ringing" || this.origin.direction !== "inbound") {
      return;
    }
    this.#answering ??= this.#answer();
    await orAborted(this.#answering, this.ended);
  }

  async #answer(): Promise<void> {
    try {
      await this.#leg?.answer(this.sid);
      this.#dispatch({ type: "answered", at: this.#options.clock.now() });
    } catch (error) {
      this.note("error", "answer", { message: String(error) });
      this.hangUp({ cause: "failed" });
    }
  }

  /** Ends the call from our side, whatever it is doing. */
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

  /** Runs a program in place of the one before. */
  run(program: Program): void {
    if (this.isOver) {
      return;
    }
    this.referredBy = null;
    this.#program.run(program);
  }

  digit(digit: string, way: KeyWay): void {
    this.ears.digit(digit, way, this.#options.clock.now());
  }

  media(what: "silent" | "heard"): void {
    this.note("media", what);
    this.ears.media(what === "silent");
  }

  /** The first verdict stands. */
  handleAnswerer(answerer: Answerer): void {
    if (this.#answerer !== null || this.isOver) {
      return;
    }
    this.#answerer = answerer;
    this.note("media", `answered by ${answerer.by}`);
    this.#updatedAt = new Date(this.#options.clock.now());
    this.#options.onChange(this);
    this.#heardAnswerer.tell();
  }

  onAnswerer(listener: () => void): () => void {
    return this.#heardAnswerer.add(listener);
  }

  /** Reads the leg once a second until the signal is aborted. */
  onQuality(signal: AbortSignal, listener: (report: QualityReport) => void): void {
    const { media, clock } = this.#options;
    if (this.#leg) {
      watchQuality(this.#leg.id, { media, clock, signal }, listener);
    }
  }

  change(change: { statusCallback?: CallbackChange; timeLimitS?: number }): void {
    if (change.statusCallback) {
      this.#callbacks.change(change.statusCallback);
    }
    if (change.timeLimitS !== undefined) {
      this.#timeLimit.change(change.timeLimitS);
    }
  }

  note(
    type: CallLogEntry["type"],
    name: string,
    more: { errorCode?: number; message?: string } = {},
    exchange: WebhookExchange | null = this.reading,
  ): void {
    const entry = { at: new Date(this.#options.clock.now()), type, name, ...more };
    this.#log.add(entry);
    if (more.errorCode !== undefined) {
      this.#options.onTrouble(this, entry, exchange);
    }
  }

  log(): CallLogEntry[] {
    return this.#log.list();
  }

  record(): CallRecord {
    return recordOf({
      sid: this.sid,
      origin: this.origin,
      state: this.#state,
      createdAt: this.#createdAt,
      updatedAt: this.#updatedAt,
      begunAt: this.#begunAt,
      answeredBy: this.#answerer?.by ?? null,
      trunkSid: this.#leg?.trunkSid ?? null,
    });
  }

  /** What the disk has of it. */
  keep(): KeptCall {
    const { appParams, stirStatus } = this.origin;
    return { record: this.record(), appParams, stirStatus, owed: this.#callbacks.owed() };
  }

  #end(end: LegEnd, as?: EndedStatus): void {
    const at = this.#options.clock.now();
    this.#dispatch({ type: "ended", at, end, ...(as ? { as } : {}) });
  }

  #dispatch(event: CallEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) {
      return;
    }
    if (event.type === "answered") {
      this.#timeLimit.start();
    }
    this.#announce();
    if (event.type === "answered") {
      this.#watchQuality();
    }
    if (event.type === "ended") {
      this.#tidyUp();
    }
  }

  #announce(): void {
    const at = new Date(this.#options.clock.now());
    this.#updatedAt = at;
    this.note("call.state", this.#state.status, whyOf(this.#state));
    this.#callbacks.report(this, at);
    this.#options.onChange(this);
  }

  #tidyUp(): void {
    this.#timeLimit.stop();
    this.#program.stop();
    this.#ending.abort(new Stopped("ended"));
    this.ears.close();
    this.#heardAnswerer.clear();
    if (this.#leg) {
      this.#options.media.closeLeg(this.#leg.id);
    }
  }

  /** Only where somebody asked for it. */
  #watchQuality(): void {
    if (!this.#callbacks.isQualityWanted || this.isOver) {
      return;
    }
    this.onQuality(this.ended, (report) => {
      const at = new Date(this.#options.clock.now());
      this.#callbacks.reportQuality(this, { ...report, at });
    });
  }

  #fail(error: unknown): void {
    this.note("error", "program", { message: String(error) });
    this.hangUp({ cause: "failed", message: "the call's program failed" });
  }
}
