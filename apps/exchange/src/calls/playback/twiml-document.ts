import type { WebhookExchange } from "../../webhooks/webhook-exchange.ts";

/** A piece of TwiML: nothing but names, attributes and text, as parsed. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

/** Instructions, and where they came from: relative urls resolve against that. */
export interface TwimlDocument {
  /** Null for TwiML that came with a REST request. */
  url: string | null;
  verbs: Element[];
  /** How it was asked for; absent of one that was not. */
  exchange?: WebhookExchange | null;
  /** There is text between the verbs, which nobody hears. */
  hasStrayText?: boolean;
}

export function createPlayDocument(url: string, loop = 1): TwimlDocument {
  return { url, verbs: [{ name: "Play", attributes: { loop: String(loop) }, children: [url] }] };
}
