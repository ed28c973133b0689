import { randomUUID } from "node:crypto";

import { sleep, TWILIO_CODES } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import type { LiveCall } from "../calls/live/live-call.ts";
import type {
  DocumentRunner,
  NestedDocument,
  ProgramStart,
} from "../calls/playback/document-runner.ts";
import type { Outcome } from "../calls/playback/outcome.ts";
import { type TwimlDocument } from "../calls/playback/twiml-document.ts";
import { WebhookError } from "../webhooks/webhook-error.ts";
import type { WebhookExchange } from "../webhooks/webhook-exchange.ts";
import type { WebhookRequest } from "../webhooks/webhook-request.ts";
import { parseFlag } from "./document/attributes.ts";
import { createDocument, fetchDocument } from "./document/fetch-document.ts";
import { TwimlError } from "./document/parse-twiml.ts";
import { runDocument } from "./document/run-document.ts";
import type { VerbServices } from "./document/verb-services.ts";
import type { VerbTable } from "./document/verb.ts";

/** The maximum number of documents in a row that each end within LOOP_WINDOW_MS. */
const LOOP_DOCUMENTS = 50;
const LOOP_WINDOW_MS = 200;
const REDIRECT_LOOP_CODE = TWILIO_CODES.TOO_MANY_REDIRECTS;
const CHAINED_DOCUMENTS = 20;
/** A caller of a postponed document hears ringing for this time, and then music. */
const RINGS_POSTPONED_MS = 5_000;

interface ApplicationWait {
  error: WebhookError;
  waitedMs: number;
  retryMs: number;
  signal: AbortSignal;
}

interface FallbackWay {
  call: LiveCall;
  signal: AbortSignal;
  /** The code of a failure that is already in the call's notifications. */
  notedCode?: number | null;
}

export class Interpreter implements DocumentRunner {
  readonly #services: VerbServices;
  readonly #verbs: VerbTable;

  constructor(services: VerbServices, verbs: VerbTable) {
    this.#services = services;
    this.#verbs = verbs;
  }

  /**
   * Runs documents until the last one ends, and hangs up. Rejects only when the signal stops it.
   */
  async runProgram(start: ProgramStart, call: LiveCall, signal: AbortSignal): Promise<void> {
    const document = await this.#first(start, call, signal);
    const { awaitsBridge } = await this.#runAll(document, { call, signal });
    // Only Reject, and a Dial that waits for its called party, leave a caller unanswered.
    if (!awaitsBridge) {
      await call.answer();
    }
    call.hangUp();
  }

  async runToEnd({ document, ...how }: Omit<NestedDocument, "purpose">): Promise<Outcome> {
    return (await this.#runAll(document, how)).outcome;
  }

  async #runAll(
    first: TwimlDocument | null,
    how: Omit<NestedDocument, "document" | "purpose">,
  ): Promise<{ outcome: Outcome; awaitsBridge: boolean }> {
    let document = first;
    let outcome = await this.#runOne(document, how);
    let awaitsBridge = hasAwaitedBridge(document);
    let hastyCount = 0;
    while (outcome.type === "goto" || outcome.type === "document") {
      const startedAt = this.#services.clock.elapsedMs();
      document = await this.#next(outcome, how);
      outcome = await this.#runOne(document, how);
      awaitsBridge ||= hasAwaitedBridge(document);
      const isHasty = this.#services.clock.elapsedMs() - startedAt < LOOP_WINDOW_MS;
      hastyCount = isHasty ? hastyCount + 1 : 0;
      if (hastyCount > LOOP_DOCUMENTS) {
        const message = "the documents lead to one another, each within 0.2 s: they form a loop";
        const about = document?.exchange ?? null;
        how.call.logError("document", { errorCode: REDIRECT_LOOP_CODE, message }, about);
        outcome = await this.#giveUp(how.call, how.signal);
      }
    }
    return { outcome, awaitsBridge };
  }

  run(nested: NestedDocument): Promise<Outcome> {
    const { call, player, purpose, requiresAudio = false, ...rest } = nested;
    const scope = {
      ...rest,
      call,
      requiresAudio,
      player: player ?? this.#services.audio.playbacks.forLeg(call.leg?.id ?? call.sid),
      services: this.#services,
      verbs: this.#verbs,
    };
    return runDocument(scope, purpose);
  }

  /**
   * Runs a document and its redirects, in all at most 20 documents; returns the outcome of the last
   * one. Throws WebhookError or the signal's reason.
   */
  async runChain(
    first: WebhookRequest,
    nested: Omit<NestedDocument, "document">,
  ): Promise<Outcome> {
    let request = first;
    for (let count = 1; ; count += 1) {
      const document = await this.fetch(request, nested.call, nested.signal);
      const outcome = await this.run({ ...nested, document });
      if (outcome.type !== "goto" || count >= CHAINED_DOCUMENTS) {
        return outcome;
      }
      request = outcome.request;
    }
  }

  /**
   * Fetches a document. Logs a failure unless its code is `notedCode`, the last one logged. Throws
   * WebhookError or the signal's reason.
   */
  async fetch(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
    notedCode: number | null = null,
  ): Promise<TwimlDocument> {
    try {
      const document = await fetchDocument(request, {
        call,
        signal,
        client: this.#services.webhooks.client,
      });
      return document;
    } catch (error) {
      if (error instanceof WebhookError && error.twilioCode !== notedCode) {
        const { twilioCode: errorCode, message } = error;
        const exchange = error.exchange ?? this.#buildLocalExchange(request, error.url);
        call.logError("document", { errorCode, message }, exchange);
        this.#services.logger.warn({ callSid: call.sid, code: errorCode }, "TwiML fetch failed");
      }
      throw error;
    }
  }

  /** Describes a request that was not sent, because its url is not allowed. */
  #buildLocalExchange({ method, params }: WebhookRequest, url: string): WebhookExchange {
    const at = new Date(this.#services.clock.now());
    return {
      at,
      request: { url, method, params: params },
      response: null,
      tookMs: 0,
    };
  }

  async #first(
    start: ProgramStart,
    call: LiveCall,
    signal: AbortSignal,
  ): Promise<TwimlDocument | null> {
    if ("request" in start) {
      return this.load(start.request, call, signal);
    }
    if ("document" in start) {
      return start.document;
    }
    call.course.document = { twiml: start.twiml };
    try {
      return createDocument(start.twiml);
    } catch (error) {
      if (!(error instanceof TwimlError)) {
        throw error;
      }
      call.logError("document", {
        errorCode: error.twilioCode,
        message: error.message,
      });
      return null;
    }
  }

  async #next(
    outcome: Extract<Outcome, { type: "goto" | "document" }>,
    { call, signal }: Pick<NestedDocument, "call" | "signal">,
  ): Promise<TwimlDocument | null> {
    if (outcome.type === "document") {
      return outcome.document;
    }
    return this.load(outcome.request, call, signal);
  }

  async fetchOrFallback(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
  ): Promise<TwimlDocument | null> {
    try {
      return await this.fetch(request, call, signal);
    } catch (error) {
      if (!(error instanceof WebhookError)) {
        throw error;
      }
      return this.#loadFallback(error, request, { call, signal });
    }
  }

  async load(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
  ): Promise<TwimlDocument | null> {
    const { url, method } = request;
    call.course.document = { url, method };
    try {
      return await this.#fetchWithRetry(request, call, signal);
    } catch (error) {
      if (!(error instanceof WebhookError)) {
        throw error;
      }
      // The fallback of an unreachable application has been requested at each attempt.
      return error.isUnreachable ? null : this.#loadFallback(error, request, { call, signal });
    }
  }

  /**
   * Repeats the request, and each time that of the call's fallback, while the application restarts:
   * for up to `documentTimeoutS`, or for up to `postponedTimeoutS` for an answered call and while
   * the application answers 503 with Retry-After. The caller hears ringing or music meanwhile.
   */
  async #fetchWithRetry(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
  ): Promise<TwimlDocument> {
    const { clock } = this.#services;
    const startedAt = clock.elapsedMs();
    const wasAnswered = call.state.status === "in-progress";
    const token = randomUUID();
    let notedCode: number | null = null;
    for (let retryMs = 500; ; retryMs = Math.min(retryMs * 2, 4_000)) {
      try {
        return await this.fetch({ ...request, token }, call, signal, notedCode);
      } catch (error) {
        if (!(error instanceof WebhookError) || !error.isUnreachable) {
          throw error;
        }
        const found = await this.#loadFallback(error, request, { call, signal, notedCode });
        const waitedMs = clock.elapsedMs() - startedAt;
        if (found !== null || waitedMs + retryMs > this.#timeoutMs(error, wasAnswered)) {
          return found ?? Promise.reject(error);
        }
        notedCode = error.twilioCode;
        await this.#waitForApplication(call, { error, waitedMs, retryMs, signal });
      }
    }
  }

  #timeoutMs({ isPostponed }: WebhookError, wasAnswered: boolean): number {
    const { documentTimeoutS, postponedTimeoutS } = this.#services.calls.timeouts;
    return (isPostponed || wasAnswered ? postponedTimeoutS : documentTimeoutS) * 1000;
  }

  async #waitForApplication(call: LiveCall, wait: ApplicationWait): Promise<void> {
    const { error, waitedMs, retryMs, signal } = wait;
    // An application can be silent or away for a long time, so the caller must hear that the call
    // is accepted.
    if (error.isSilent || (error.isPostponed && waitedMs >= RINGS_POSTPONED_MS)) {
      await call.answer();
    }
    if (call.state.status === "in-progress") {
      await this.#services.documents.waitMusic.playFiller(call, retryMs, signal);
    } else {
      await sleep(this.#services.clock, retryMs, signal);
    }
  }

  async #loadFallback(
    reason: WebhookError,
    failed: WebhookRequest,
    { call, signal, notedCode = null }: FallbackWay,
  ): Promise<TwimlDocument | null> {
    if (!call.course.fallback) {
      return null;
    }
    const why = { ErrorCode: String(reason.twilioCode), ErrorUrl: reason.url };
    const params = { ...failed.params, ...why };
    try {
      return await this.fetch({ ...call.course.fallback, params }, call, signal, notedCode);
    } catch (error) {
      if (error instanceof WebhookError) {
        return null;
      }
      throw error;
    }
  }

  async #runOne(
    document: TwimlDocument | null,
    how: Omit<NestedDocument, "document" | "purpose">,
  ): Promise<Outcome> {
    if (!document) {
      return this.#giveUp(how.call, how.signal);
    }
    return this.run({ ...how, document, purpose: "program" });
  }

  async #giveUp(call: LiveCall, signal: AbortSignal): Promise<Outcome> {
    await call.answer();
    const speaker = this.#services.audio.playbacks.forLeg(call.leg?.id ?? call.sid);
    await speaker.play(BUILTIN_SOUNDS.apology, 1, signal);
    return { type: "end" };
  }
}

function hasAwaitedBridge(document: TwimlDocument | null): boolean {
  const verbs = document?.verbs ?? [];
  return verbs.some((verb) => verb.name === "Dial" && parseFlag(verb, "answerOnBridge", false));
}
