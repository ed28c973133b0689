import type { LiveCall } from "../../calls/live/live-call.ts";
import type { DocumentTransfer } from "../../calls/playback/document-runner.ts";
import type { Outcome, DocumentPurpose } from "../../calls/playback/outcome.ts";
import type { AudioPlayer } from "../../calls/playback/playback-controller.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { VerbServices } from "./verb-services.ts";

/**
 * The environment of a verb, with the services that it names. A verb runs until it is done or the
 * signal stops it.
 */
export interface VerbScope<Used extends keyof VerbServices = never> {
  call: LiveCall;
  document: TwimlDocument;
  player: AudioPlayer;
  services: Pick<VerbServices, Used>;
  verbs: VerbTable;
  signal: AbortSignal;
  /** Is true when a sound that fails stops the document, so that the next verb does not run. */
  requiresAudio: boolean;
  transfer?: DocumentTransfer;
}

export type DocumentScope = VerbScope<keyof VerbServices>;

export interface Noun {
  name: string;
  /** The attributes that the verb reads; any other is logged as 12200. */
  attributes: readonly string[];
  urls: readonly string[];
  children: readonly Noun[];
}

export interface Verb extends Noun {
  /** The verb checks its children itself: prompts, and nouns that exclude each other. */
  checksChildren?: boolean;
  /** The documents that may contain the verb; `program` is the call's own. */
  purposes: readonly DocumentPurpose[];
  run(element: Element, scope: DocumentScope): Promise<Outcome>;
}

export interface VerbTable {
  byName: ReadonlyMap<string, Verb>;
  urls: readonly string[];
}

export function defineVerb(verb: Verb): Verb {
  return verb;
}

export function defineNoun(noun: Noun): Noun {
  return noun;
}
