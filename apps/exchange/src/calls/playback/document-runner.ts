import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { Outcome, DocumentPurpose } from "./outcome.ts";
import type { AudioPlayer } from "./playback-controller.ts";
import type { TwimlDocument } from "./twiml-document.ts";

export type ProgramStart =
  | { request: WebhookRequest }
  | { twiml: string }
  /** The document; `null` when the fetch failed, and then the caller hears an apology. */
  | { document: TwimlDocument | null };

/** Reports the result of a Dial in the document, in SIP codes: 200 when the call is connected. */
type OnDialOutcome = (sipCode: number) => void;

export interface DocumentTransfer {
  onReached: OnDialOutcome;
  depth: number;
}

export interface NestedDocument {
  call: LiveCall;
  document: TwimlDocument;
  purpose: DocumentPurpose;
  signal: AbortSignal;
  player?: AudioPlayer;
  requiresAudio?: boolean;
  transfer?: DocumentTransfer;
}

export interface DocumentRunner {
  /**
   * Runs documents until the last one ends, and hangs up. Rejects only when the signal stops it.
   */
  runProgram(start: ProgramStart, call: LiveCall, signal: AbortSignal): Promise<void>;
  /**
   * Fetches the next document of the call, and retries while the application restarts. Resolves to
   * `null` when the fetch and the call's fallback failed. Rejects with the signal's reason.
   */
  load(request: WebhookRequest, call: LiveCall, signal: AbortSignal): Promise<TwimlDocument | null>;
  /** Runs a document and its successors without hanging up; returns the outcome of the last one. */
  runToEnd(nested: Omit<NestedDocument, "purpose">): Promise<Outcome>;
  run(nested: NestedDocument): Promise<Outcome>;
  /** Runs a document and its redirects. Throws WebhookError or the signal's reason. */
  runChain(first: WebhookRequest, nested: Omit<NestedDocument, "document">): Promise<Outcome>;
  /**
   * Throws WebhookError or the signal's reason. Logs the error unless its code is `notedCode`, the
   * last one logged.
   */
  fetch(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
    notedCode?: number | null,
  ): Promise<TwimlDocument>;
  fetchOrFallback(
    request: WebhookRequest,
    call: LiveCall,
    signal: AbortSignal,
  ): Promise<TwimlDocument | null>;
}
