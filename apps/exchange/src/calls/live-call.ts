import type { MediaPort } from "../media/media-port.ts";
import type { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import type { HttpMethod, WebhookParams } from "../webhooks/webhook-request.ts";
import type { CallbackTarget } from "./call-book.ts";
import { CallLog, type CallLogEntry } from "./call-log.ts";
import { isEnded, next, type CallEvent, type CallState, type EndedStatus } from "./call.ts";
import type { CallParties, CallRecord } from "./call.ts";
import type { Clock } from "../core/clock.ts";
import { HeardKeys, type KeyWay } from "./keys/heard-keys.ts";
import type { KeptCall } from "./kept/kept-call.ts";
import type { CallMessage, Leg, LegEnd, LegSink } from "./leg.ts";
import { watchQuality, type QualityReport } from "./quality/quality-watch.ts";
import type { Answerer } from "./outgoing/machine-wish.ts";
import { newSid } from "../core/sid.ts";
import { StatusCallbacks } from "./status-callbacks.ts";
import { orAborted, Stopped } from "../core/stopped.ts";

/** What a call is from the start and stays. */
export interface CallOrigin extends CallParties {
  stirStatus: string | null;
  /** By which an application may show its caller on a call that it makes; never kept. */
  callToken?: (callSid: string) => string;
  /** The SDK's own parameters: top-level fields of every voice request. */
  appParams: [name: string, value: string][];
}

export interface LiveCallOptions {
  origin: CallOrigin;
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
  timeLimitS: number;
  statusCallback: CallbackTarget | null;
  onChange: (call: LiveCall) => void;
  onMessage: (call: LiveCall, message: CallMessage) => void;
  /** Whatever is noted with a code of Twilio's. */
  onTrouble: (call: LiveCall, entry: CallLogEntry) => void;
  /** When the application has the last callback, or it was given up. */
  onSettled: (call: LiveCall) => void;
}

type DigitListener = (digit: string, way: KeyWay) => void;
type MediaListener = (what: "silent" | "heard") => void;

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
  /** What its last callback tells of its recording. */
  recordingParams: () => WebhookParams = () => ({});
  /** True between the media's `leg.silent` and `leg.heard`. */
  isSilent = false;
  /** True between the beginning and the end of speech, whoever hears it. */
  isSpeaking = false;

  #answerer: Answerer | null = null;
  readonly #answererListeners = new Set<() => void>();
  readonly #options: LiveCallOptions;
  readonly #ending = new AbortController();
  readonly #log = new CallLog();
  readonly #callbacks: StatusCallbacks;
  readonly #createdAt: Date;
  readonly #digitListeners = new Set<DigitListener>();
  readonly #mediaListeners = new Set<MediaListener>();
  readonly #speechListeners = new Set<() => void>();
  readonly #keys = new HeardKeys();
  #updatedAt: Date;
  #state: CallState;
  #leg: Leg | null = null;
  #statusCallback: CallbackTarget | null;
  #program: { controller: AbortController; done: Promise<void> } | null = null;
  #answering: Promise<void> | null = null;
  #timeLimitS: number;
  #queueTimeMs = 0;
  #stopTimeLimit: () => void = () => undefined;

  constructor(options: LiveCallOptions) {
    this.#options = options;
    this.origin = options.origin;
    this.ended = this.#ending.signal;
    this.#createdAt = this.#updatedAt = new Date(options.clock.now());
    this.#state = { status: options.origin.direction === "inbound" ? "ringing" : "queued" };
    this.#statusCallback = options.statusCallback;
    this.#timeLimitS = options.timeLimitS;
    this.#callbacks = new StatusCallbacks(options.outbox, () => options.onSettled(this));
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

  /** Tells the world that the call is there; for an inbound one, takes its leg. */
  begin(leg: Leg | null): void {
    this.#leg = leg;
    this.#announce();
  }

  /** Rings out. The sink that the leg reports to is this call's. */
  dial(placeLeg: (sink: LegSink) => Leg): void {
    this.#queueTimeMs = this.#options.clock.now() - this.#createdAt.getTime();
    const leg = placeLeg(this.sink());
    this.#leg = leg;
    // The far end may have refused within the call above, before there was a leg to drop.
    if (this.isOver) leg.decline({ cause: "cancelled" });
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
      onEnded: (end) => this.#end(end),
    };
  }

  /** Opens the path of a calling party before its answer; false where that cannot be. */
  async openEarly(): Promise<boolean> {
    const isWaiting = this.#state.status === "ringing" && this.origin.direction === "inbound";
    if (!isWaiting || this.#answering !== null) return false;
    return (await this.#leg?.openEarly?.(this.sid)) ?? false;
  }

  /** Answers a calling party, once. Rejects when the call ends before it stands. */
  async answer(): Promise<void> {
    if (this.#state.status !== "ringing" || this.origin.direction !== "inbound") return;
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
    if (this.isOver) return;
    const leg = this.#leg;
    const wasUp = this.#state.status === "in-progress";
    this.#end(end, as);
    if (wasUp) leg?.hangUp(end);
    else leg?.decline(end);
  }

  /** Runs a program in place of the one before. */
  run(program: (signal: AbortSignal) => Promise<void>): void {
    if (this.isOver) return;
    const before = this.#program;
    before?.controller.abort(new Stopped("redirected"));
    const controller = new AbortController();
    const run = async () => {
      await before?.done;
      if (!controller.signal.aborted) await program(controller.signal);
    };
    const done = run().catch((error: unknown) => {
      if (!(error instanceof Stopped)) this.#fail(error);
    });
    this.#program = { controller, done };
  }

  digit(digit: string, way: KeyWay): void {
    if (!this.#keys.accepts(digit, way, this.#options.clock.now())) return;
    for (const listener of this.#digitListeners) listener(digit, way);
  }

  onDigit(listener: DigitListener): () => void {
    this.#digitListeners.add(listener);
    return () => this.#digitListeners.delete(listener);
  }

  media(what: "silent" | "heard"): void {
    this.isSilent = what === "silent";
    this.note("media", what);
    for (const listener of this.#mediaListeners) listener(what);
  }

  speech(isSpeaking: boolean): void {
    this.isSpeaking = isSpeaking;
    for (const listener of this.#speechListeners) listener();
  }

  onSpeech(listener: () => void): () => void {
    this.#speechListeners.add(listener);
    return () => this.#speechListeners.delete(listener);
  }

  /** The first verdict stands. */
  handleAnswerer(answerer: Answerer): void {
    if (this.#answerer !== null || this.isOver) return;
    this.#answerer = answerer;
    this.note("media", `answered by ${answerer.by}`);
    this.#updatedAt = new Date(this.#options.clock.now());
    this.#options.onChange(this);
    for (const listener of this.#answererListeners) listener();
  }

  onAnswerer(listener: () => void): () => void {
    this.#answererListeners.add(listener);
    return () => this.#answererListeners.delete(listener);
  }

  /** Reads the leg once a second until the signal is aborted. */
  onQuality(signal: AbortSignal, listener: (report: QualityReport) => void): void {
    const { media, clock } = this.#options;
    if (this.#leg) watchQuality(this.#leg.id, { media, clock, signal }, listener);
  }

  onMedia(listener: MediaListener): () => void {
    this.#mediaListeners.add(listener);
    return () => this.#mediaListeners.delete(listener);
  }

  change(change: { statusCallback?: CallbackTarget; timeLimitS?: number }): void {
    if (change.statusCallback) this.#statusCallback = change.statusCallback;
    if (change.timeLimitS === undefined) return;
    this.#timeLimitS = change.timeLimitS;
    this.#armTimeLimit();
  }

  note(
    type: CallLogEntry["type"],
    name: string,
    more: { errorCode?: number; message?: string } = {},
  ): void {
    const entry = { at: new Date(this.#options.clock.now()), type, name, ...more };
    this.#log.add(entry);
    if (more.errorCode !== undefined) this.#options.onTrouble(this, entry);
  }

  log(): CallLogEntry[] {
    return this.#log.list();
  }

  record(): CallRecord {
    const state = this.#state;
    const answeredAt = "answeredAt" in state ? state.answeredAt : null;
    const endedAt = isEnded(state) ? state.endedAt : null;
    const { appParams: _params, stirStatus: _stir, callToken: _token, ...origin } = this.origin;
    return {
      sid: this.sid,
      ...origin,
      status: state.status,
      createdAt: this.#createdAt,
      updatedAt: this.#updatedAt,
      startedAt: this.#createdAt,
      answeredAt: answeredAt === null ? null : new Date(answeredAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      durationS: endedAt === null ? null : Math.round((endedAt - (answeredAt ?? endedAt)) / 1000),
      queueTimeMs: this.#queueTimeMs,
      answeredBy: this.#answerer?.by ?? null,
      end: isEnded(state) ? state.end : null,
    };
  }

  /** What the disk has of it. */
  keep(): KeptCall {
    const { appParams, stirStatus } = this.origin;
    const owed = this.#callbacks.owed(this.#statusCallback);
    return { record: this.record(), appParams, stirStatus, owed };
  }

  #end(end: LegEnd, as?: EndedStatus): void {
    const at = this.#options.clock.now();
    this.#dispatch({ type: "ended", at, end, ...(as ? { as } : {}) });
  }

  #dispatch(event: CallEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) return;
    if (event.type === "answered") this.#armTimeLimit();
    this.#announce();
    if (event.type === "answered") this.#watchQuality();
    if (event.type === "ended") this.#tidyUp();
  }

  #announce(): void {
    const at = new Date(this.#options.clock.now());
    this.#updatedAt = at;
    this.note("call.state", this.#state.status, whyOf(this.#state));
    this.#callbacks.report(this, this.#statusCallback, at);
    this.#options.onChange(this);
  }

  #tidyUp(): void {
    this.#stopTimeLimit();
    this.#program?.controller.abort(new Stopped("ended"));
    this.#ending.abort(new Stopped("ended"));
    this.#digitListeners.clear();
    this.#mediaListeners.clear();
    this.#speechListeners.clear();
    this.#answererListeners.clear();
    if (this.#leg) this.#options.media.closeLeg(this.#leg.id);
  }

  /** Only where somebody asked for it. */
  #watchQuality(): void {
    const target = this.#statusCallback;
    if (target?.events.includes("quality") !== true || this.isOver) return;
    this.onQuality(this.ended, (report) => {
      const at = new Date(this.#options.clock.now());
      this.#callbacks.reportQuality(this, target, { ...report, at });
    });
  }

  #armTimeLimit(): void {
    this.#stopTimeLimit();
    if (this.#state.status !== "in-progress") return;
    const sinceMs = this.#options.clock.now() - this.#state.answeredAt;
    const leftMs = Math.max(0, this.#timeLimitS * 1000 - sinceMs);
    this.#stopTimeLimit = this.#options.clock.after(leftMs, () => {
      this.note("error", "time limit");
      this.hangUp({ cause: "hangup", message: "time limit" });
    });
  }

  #fail(error: unknown): void {
    this.note("error", "program", { message: String(error) });
    this.hangUp({ cause: "failed", message: "the call's program failed" });
  }
}

function whyOf(state: CallState): { message?: string } {
  if (!isEnded(state)) return {};
  const { cause, sipCode, voiceCode, message } = state.end;
  return { message: [cause, sipCode, voiceCode, message].filter(Boolean).join(" ") };
}
