import { type Clock, sleep, waitForAbort } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { DocumentRunner } from "./document-runner.ts";
import type { Outcome, DocumentPurpose } from "./outcome.ts";
import type { PlaybackController } from "./playback-controller.ts";
import { SoundError } from "./sounds.ts";
import { createPlayDocument, type TwimlDocument } from "./twiml-document.ts";

const START_TIMEOUT_MS = 300;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
const MIN_PASS_MS = 1_000;
const CACHED_DOCUMENTS = 200;
const AUDIO_NAME = /\.(wav|mp3|ogg|oga|opus)$/i;

export interface WaitMusicOptions {
  call: LiveCall;
  purpose: DocumentPurpose;
  request: (() => WebhookRequest) | null;
  repeat: boolean;
  /** Is true when the wait document is required: `play` throws if the application refuses it. */
  isRequired?: boolean;
  signal: AbortSignal;
}

/** The last logged reason why the wait document of a caller was unavailable. */
interface WaitMusicFault {
  notedCode: number | null;
}

interface WaitMusicDeps {
  clock: Clock;
  playbacks: PlaybackController;
  interpreter: DocumentRunner;
}

/** Keeps the last good documents by URL, and plays them while the application is unavailable. */
export class WaitMusic {
  readonly #services: WaitMusicDeps;
  readonly #documents = new Map<string, TwimlDocument>();

  constructor(services: WaitMusicDeps) {
    this.#services = services;
  }

  /**
   * Plays until the signal stops it, or until a document ends the wait or hangs up. A waiting
   * caller never hears silence: while the application is unavailable, the last document or the
   * built-in music plays, and the requests continue with back-off. Throws WebhookError when the
   * document is required and the application refuses it.
   */
  async play(options: WaitMusicOptions): Promise<Outcome> {
    const { call, request, signal, repeat } = options;
    if (!request) {
      return this.#builtin(call, signal);
    }
    let retryMs = FIRST_RETRY_MS;
    let next: WebhookRequest | null = null;
    const trouble: WaitMusicFault = { notedCode: null };
    for (;;) {
      const wanted: WebhookRequest = next ?? request();
      next = null;
      const startedAt = this.#services.clock.elapsedMs();
      const outcome = await this.#pass(wanted, options, trouble);
      const wasPlayed = this.#services.clock.elapsedMs() - startedAt >= MIN_PASS_MS;
      if (outcome.type === "leave" || outcome.type === "end") {
        return outcome;
      }
      if (outcome.type === "goto") {
        next = outcome.request;
      }
      if (outcome.type === "next" && !repeat) {
        return waitForAbort(signal);
      }
      if (wasPlayed) {
        retryMs = FIRST_RETRY_MS;
      } else if (outcome.type !== "goto" || retryMs > FIRST_RETRY_MS) {
        await this.playFiller(call, retryMs, signal);
      }
      if (!wasPlayed) {
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async #pass(
    request: WebhookRequest,
    options: WaitMusicOptions,
    trouble: WaitMusicFault,
  ): Promise<Outcome | { type: "failed" }> {
    const { call, purpose, signal } = options;
    try {
      const document = await this.#load(request, options, trouble.notedCode);
      trouble.notedCode = null;
      return await this.#run(document, call, { purpose, signal });
    } catch (error) {
      if (!(error instanceof WebhookError) && !(error instanceof SoundError)) {
        throw error;
      }
      const isNo = error instanceof WebhookError && !error.isRetryable;
      if (isNo && options.isRequired) {
        throw error;
      }
      if (!(error instanceof WebhookError)) {
        return { type: "failed" };
      }
      trouble.notedCode = error.twilioCode;
      return this.#again(request, options);
    }
  }

  async #again(
    request: WebhookRequest,
    { call, purpose, signal }: WaitMusicOptions,
  ): Promise<Outcome | { type: "failed" }> {
    const known = this.#documents.get(request.url);
    const verbs = known?.verbs.filter(({ name }) => name === "Play" || name === "Say") ?? [];
    if (!known || verbs.length === 0) {
      return { type: "failed" };
    }
    try {
      await this.#run({ ...known, verbs }, call, { purpose, signal });
    } catch (error) {
      if (!(error instanceof SoundError)) {
        throw error;
      }
    }
    return { type: "failed" };
  }

  #run(
    document: TwimlDocument,
    call: LiveCall,
    how: { purpose: DocumentPurpose; signal: AbortSignal },
  ): Promise<Outcome> {
    return this.#services.interpreter.run({ call, document, requiresAudio: true, ...how });
  }

  /**
   * A sound file is played directly. The built-in music plays until a slow application has
   * answered.
   */
  async #load(
    request: WebhookRequest,
    { call, signal, repeat }: WaitMusicOptions,
    notedCode: number | null,
  ): Promise<TwimlDocument> {
    const { interpreter, clock } = this.#services;
    if (isAudioFile(request.url)) {
      return createPlayDocument(request.url, repeat ? 0 : 1);
    }
    const filling = new AbortController();
    const cancel = clock.after(START_TIMEOUT_MS, () => this.#start(call, signal, filling.signal));
    try {
      const document = await interpreter.fetch(request, call, signal, notedCode);
      this.#remember(request.url, document);
      return document;
    } finally {
      cancel();
      filling.abort();
    }
  }

  #remember(url: string, document: TwimlDocument): void {
    this.#documents.delete(url);
    this.#documents.set(url, document);
    const oldest = this.#documents.keys().next().value;
    if (this.#documents.size > CACHED_DOCUMENTS && oldest !== undefined) {
      this.#documents.delete(oldest);
    }
  }

  async playFiller(call: LiveCall, durationMs: number, signal: AbortSignal): Promise<void> {
    const filling = new AbortController();
    this.#start(call, signal, filling.signal);
    try {
      await sleep(this.#services.clock, durationMs, signal);
    } finally {
      filling.abort();
    }
  }

  #start(call: LiveCall, ...signals: AbortSignal[]): void {
    // The music ends only when the signal stops it, so a rejection needs no report.
    this.#builtin(call, AbortSignal.any(signals)).catch(() => undefined);
  }

  async #builtin(call: LiveCall, signal: AbortSignal): Promise<never> {
    const speaker = this.#services.playbacks.forLeg(call.leg?.id ?? call.sid);
    await speaker.play(BUILTIN_SOUNDS.holdMusic, 0, signal);
    return waitForAbort(signal);
  }
}

function isAudioFile(url: string): boolean {
  return URL.canParse(url) && AUDIO_NAME.test(new URL(url).pathname);
}
