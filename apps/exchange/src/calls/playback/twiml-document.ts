import type { WebhookExchange } from "../../webhooks/webhook-exchange.ts";

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

export interface TwimlDocument {
  /** The URL of the document; `null` for TwiML that came with a REST request. */
  url: string | null;
  verbs: Element[];
  exchange?: WebhookExchange | null;
  hasStrayText?: boolean;
}

export function createPlayDocument(url: string, loop = 1): TwimlDocument {
  return { url, verbs: [{ name: "Play", attributes: { loop: String(loop) }, children: [url] }] };
}
