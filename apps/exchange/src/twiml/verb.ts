import type { LiveCall } from "../calls/live-call.ts";
import type { CoreServices } from "../core/core-services.ts";
import type { Speaker } from "../core/playbacks.ts";
import type { OnReached } from "./document-runner.ts";
import type { Outcome, Place } from "./outcome.ts";
import type { Element } from "./x-twiml-document.ts";
import type { TwimlDocument } from "./x-twiml-document.ts";

/** All that a verb works with. It runs until done, or until the signal stops it. */
export interface VerbScope {
  call: LiveCall;
  document: TwimlDocument;
  place: Place;
  speaker: Speaker;
  services: CoreServices;
  signal: AbortSignal;
  /** A sound that fails stops the document instead of going on with the next verb. */
  mustSound: boolean;
  /** Told of each Dial, where a transfer runs the document. */
  onReached?: OnReached;
  transfers?: number;
}

export type Verb = (element: Element, scope: VerbScope) => Promise<Outcome>;
