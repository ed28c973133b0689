import type { LiveCall } from "../../calls/live/live-call.ts";
import type { OnDialOutcome } from "../../calls/playback/document-runner.ts";
import type { Outcome, DocumentPurpose } from "../../calls/playback/outcome.ts";
import type { AudioPlayer } from "../../calls/playback/playback-controller.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { CoreDeps } from "./core-deps.ts";

/** All that a verb works with. It runs until done, or until the signal stops it. */
export interface VerbScope {
  call: LiveCall;
  document: TwimlDocument;
  purpose: DocumentPurpose;
  player: AudioPlayer;
  services: CoreDeps;
  signal: AbortSignal;
  /** A sound that fails stops the document instead of going on with the next verb. */
  requiresAudio: boolean;
  /** Told of each Dial, where a transfer runs the document. */
  onReached?: OnDialOutcome;
  transfers?: number;
}

export type Verb = (element: Element, scope: VerbScope) => Promise<Outcome>;
