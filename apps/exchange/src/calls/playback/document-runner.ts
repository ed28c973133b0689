import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { Outcome, DocumentPurpose } from "./outcome.ts";
import type { AudioPlayer } from "./playback-controller.ts";
import type { TwimlDocument } from "./twiml-document.ts";

export type ProgramStart =
  | { request: WebhookRequest }
  | { twiml: string }
  /** Null where it could not be had: the caller hears an apology. */
  | { document: TwimlDocument | null };

/** How a Dial of the document went, in SIP's codes: 200 when the call is connected to somebody. */
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
  /** To the end of the last document, and hangs up. Rejects only when it is stopped. */
  runProgram(start: ProgramStart, call: LiveCall, signal: AbortSignal): Promise<void>;
  /** A document and all that it leads to, and does not hang up; answers how the last one ended. */
  runToEnd(nested: Omit<NestedDocument, "purpose">): Promise<Outcome>;
  run(nested: NestedDocument): Promise<Outcome>;
  /** A document and those that it redirects to. Throws WebhookError or the signal's reason. */
  runChain(first: WebhookRequest, nested: Omit<NestedDocument, "document">): Promise<Outcome>;
  /**
   * Throws WebhookError, which is noted unless it is of the kind that was, or the signal's reason.
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
