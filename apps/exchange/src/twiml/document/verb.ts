import type { LiveCall } from "../../calls/live/live-call.ts";
import type { OnReached } from "../../calls/playback/document-runner.ts";
import type { Outcome, Place } from "../../calls/playback/outcome.ts";
import type { Speaker } from "../../calls/playback/playbacks.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { CoreServices } from "./core-services.ts";

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
