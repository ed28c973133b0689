import type { LiveCall } from "../calls/live-call.ts";
import type { Speaker } from "../core/playbacks.ts";
import type { WebhookRequest } from "../webhooks/webhook-request.ts";
import type { Outcome, Place } from "./outcome.ts";
import type { TwimlDocument } from "./twiml-document.ts";

export type ProgramStart = { request: WebhookRequest } | { twiml: string };

/** One document within another's verb: a whisper, wait music, an announcement. */
export interface Nested {
  call: LiveCall;
  document: TwimlDocument;
  place: Place;
  signal: AbortSignal;
  /** The call's own leg, unless told otherwise. */
  speaker?: Speaker;
  mustSound?: boolean;
}

/** Runs documents, as everybody else sees the interpreter. */
export interface DocumentRunner {
  /** To the end of the last document, and hangs up. Rejects only when it is stopped. */
  runProgram(start: ProgramStart, call: LiveCall, signal: AbortSignal): Promise<void>;
  /** One document; what it leads to is the caller's to follow. */
  run(nested: Nested): Promise<Outcome>;
  /** A document and those that it redirects to. Throws WebhookError or the signal's reason. */
  runChain(first: WebhookRequest, nested: Omit<Nested, "document">): Promise<Outcome>;
  /** Throws WebhookError or the signal's reason. */
  fetch(request: WebhookRequest, call: LiveCall, signal: AbortSignal): Promise<TwimlDocument>;
}
