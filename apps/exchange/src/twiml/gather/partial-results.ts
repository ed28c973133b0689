import { voiceParams } from "../../calls/live/voice-params.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { Callback } from "../../webhooks/callback-outbox.ts";
import type { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { parseMethod } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";

/** Who talks for a minute changes their words five times a second. */
const MAX_REQUESTS = 300;
/** Beyond them the newest takes the place of the one before: nobody wants to know what was. */
const MAX_WAITING = 10;

export interface PartialResult {
  stable: string;
  unstable: string;
}

interface PartialOptions {
  language: string;
  /** Aborted when the Gather is over. */
  until: AbortSignal;
}

/** Null where nobody wants to know what has been heard so far. */
export function createPartialResults(
  element: Element,
  scope: VerbScope<"webhooks">,
  options: PartialOptions,
): PartialResults | null {
  const wanted = element.attributes["partialResultCallback"];
  const url = wanted === undefined ? null : resolveUrl(wanted, scope.document);
  if (url === null) {
    return null;
  }
  const method = parseMethod(element, "partialResultCallbackMethod");
  return new PartialResults({ url, method }, scope, options);
}

/**
 * Tells the application what has been heard so far; it is not waited for, asked in order, and no
 * more once the Gather is over.
 */
export class PartialResults {
  readonly #target: Pick<Callback, "url" | "method">;
  readonly #scope: VerbScope<"webhooks">;
  readonly #options: PartialOptions;
  #sequence = 0;
  #before = "";
  #waiting = 0;
  #latest: string | null = null;
  /** The first failure speaks for all. */
  #hasFailed = false;

  constructor(
    target: Pick<Callback, "url" | "method">,
    scope: VerbScope<"webhooks">,
    options: PartialOptions,
  ) {
    this.#target = target;
    this.#scope = scope;
    this.#options = options;
  }

  report(text: string): void {
    if (this.#waiting < MAX_WAITING) {
      this.#send(text);
    } else {
      this.#latest = text;
    }
  }

  #send(text: string): void {
    if (this.#sequence >= MAX_REQUESTS) {
      return;
    }
    const { call, services } = this.#scope;
    services.webhooks.outbox.send({
      ...this.#target,
      orderKey: `${call.sid} partial`,
      until: this.#options.until,
      params: { ...voiceParams(call), ...this.#resultParams(text) },
      isKnownToFail: () => this.#hasFailed,
      onDelivered: () => this.#sendNext(),
      onFailed: (error) => this.#handleFailure(error),
    });
    this.#waiting += 1;
    this.#sequence += 1;
  }

  #resultParams(text: string): WebhookParams {
    const { stable, unstable } = stablePart(this.#before, text);
    this.#before = text;
    return {
      SequenceNumber: String(this.#sequence),
      StableSpeechResult: stable,
      UnstableSpeechResult: unstable,
      Stability: unstable === "" ? "0.9" : "0.5",
      Language: this.#options.language,
    };
  }

  #handleFailure({ twilioCode: errorCode, message }: WebhookError): void {
    if (!this.#hasFailed) {
      this.#scope.call.addLogEntry("webhook.failed", "partial result", { errorCode, message });
    }
    this.#hasFailed = true;
    this.#sendNext();
  }

  #sendNext(): void {
    this.#waiting -= 1;
    const latest = this.#latest;
    this.#latest = null;
    if (latest !== null) {
      this.#send(latest);
    }
  }
}

/** What two results in a row have in common from the beginning will hardly change any more. */
export function stablePart(before: string, now: string): PartialResult {
  const [old, words] = [before.split(" "), now.split(" ")];
  let same = 0;
  while (same < words.length && same < old.length && words[same] === old[same]) {
    same += 1;
  }
  return { stable: words.slice(0, same).join(" "), unstable: words.slice(same).join(" ") };
}
