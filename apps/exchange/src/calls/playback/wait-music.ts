import { type Clock, sleep, untilAborted } from "@linedesk/base";
import { BUILTIN } from "@linedesk/speech";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { DocumentRunner } from "./document-runner.ts";
import type { Outcome, Place } from "./outcome.ts";
import type { Playbacks } from "./playbacks.ts";
import { SoundError } from "./sounds.ts";
import { documentThatPlays, type TwimlDocument } from "./twiml-document.ts";

const PATIENCE_MS = 300;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** A document that is over sooner was not heard. */
const SHORTEST_PASS_MS = 1_000;
const CACHED_DOCUMENTS = 200;
const AUDIO_NAME = /\.(wav|mp3|ogg|oga|opus)$/i;

export interface WaitMusicOptions {
  call: LiveCall;
  place: Place;
  /** Null plays the builtin music. */
  request: (() => WebhookRequest) | null;
  /** Asks again when the document has run out; else silence follows. */
  repeat: boolean;
  /** A clear no of the application is thrown, and not played over. */
  isRequired?: boolean;
  signal: AbortSignal;
}

/** Of one who waits: why his document was not to be had when that was noted last. */
interface Trouble {
  notedCode: number | null;
}

interface WaitServices {
  clock: Clock;
  playbacks: Playbacks;
  interpreter: DocumentRunner;
}

/** Last good documents by url, so that a caller hears them while the application is away. */
export class WaitMusic {
  readonly #services: WaitServices;
  readonly #known = new Map<string, TwimlDocument>();

  constructor(services: WaitServices) {
    this.#services = services;
  }

  /**
   * Plays until the signal stops it, or until a document says to leave or hang up. Whoever waits
   * is never left in silence: while the application cannot be asked, he hears its last document
   * or the builtin music, and it is asked again with growing pauses. Throws WebhookError where
   * the document is required and the application says no.
   */
  async play(options: WaitMusicOptions): Promise<Outcome> {
    const { call, request, signal, repeat } = options;
    if (!request) {
      return this.#builtin(call, signal);
    }
    let retryMs = FIRST_RETRY_MS;
    let next: WebhookRequest | null = null;
    const trouble: Trouble = { notedCode: null };
    for (;;) {
      const wanted: WebhookRequest = next ?? request();
      next = null;
      const startedAt = this.#services.clock.elapsedMs();
      const outcome = await this.#pass(wanted, options, trouble);
      const wasHeard = this.#services.clock.elapsedMs() - startedAt >= SHORTEST_PASS_MS;
      if (outcome.type === "leave" || outcome.type === "end") {
        return outcome;
      }
      if (outcome.type === "goto") {
        next = outcome.request;
      }
      if (outcome.type === "next" && !repeat) {
        return untilAborted(signal);
      }
      if (wasHeard) {
        retryMs = FIRST_RETRY_MS;
      } else if (outcome.type !== "goto" || retryMs > FIRST_RETRY_MS) {
        await this.fill(call, retryMs, signal);
      }
      if (!wasHeard) {
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  /** `failed` when nothing could be had: the caller then fills the time with music. */
  async #pass(
    request: WebhookRequest,
    options: WaitMusicOptions,
    trouble: Trouble,
  ): Promise<Outcome | { type: "failed" }> {
    const { call, place, signal } = options;
    try {
      const document = await this.#load(request, options, trouble.notedCode);
      trouble.notedCode = null;
      return await this.#run(document, call, { place, signal });
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

  /** The sounds of the last good document, while the application is away. */
  async #again(
    request: WebhookRequest,
    { call, place, signal }: WaitMusicOptions,
  ): Promise<Outcome | { type: "failed" }> {
    const known = this.#known.get(request.url);
    const verbs = known?.verbs.filter(({ name }) => name === "Play" || name === "Say") ?? [];
    if (!known || verbs.length === 0) {
      return { type: "failed" };
    }
    try {
      await this.#run({ ...known, verbs }, call, { place, signal });
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
    how: { place: Place; signal: AbortSignal },
  ): Promise<Outcome> {
    return this.#services.interpreter.run({ call, document, mustSound: true, ...how });
  }

  /** A sound file is played as it is; a slow application is bridged with the builtin music. */
  async #load(
    request: WebhookRequest,
    { call, signal, repeat }: WaitMusicOptions,
    notedCode: number | null,
  ): Promise<TwimlDocument> {
    const { interpreter, clock } = this.#services;
    if (isAudioFile(request.url)) {
      return documentThatPlays(request.url, repeat ? 0 : 1);
    }
    const filling = new AbortController();
    const cancel = clock.after(PATIENCE_MS, () => this.#start(call, signal, filling.signal));
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
    this.#known.delete(url);
    this.#known.set(url, document);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > CACHED_DOCUMENTS && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }

  /** Builtin music for so long. */
  async fill(call: LiveCall, durationMs: number, signal: AbortSignal): Promise<void> {
    const filling = new AbortController();
    this.#start(call, signal, filling.signal);
    try {
      await sleep(this.#services.clock, durationMs, signal);
    } finally {
      filling.abort();
    }
  }

  /** Music in the background, until either signal stops it. */
  #start(call: LiveCall, ...signals: AbortSignal[]): void {
    // Being stopped is the only way in which it ends.
    this.#builtin(call, AbortSignal.any(signals)).catch(() => undefined);
  }

  async #builtin(call: LiveCall, signal: AbortSignal): Promise<never> {
    const speaker = this.#services.playbacks.onLeg(call.leg?.id ?? call.sid);
    await speaker.play(BUILTIN.holdMusic, 0, signal);
    return untilAborted(signal);
  }
}

function isAudioFile(url: string): boolean {
  return URL.canParse(url) && AUDIO_NAME.test(new URL(url).pathname);
}
