import type { WebhookExchange } from "../../webhooks/webhook-exchange.ts";
import type { LiveCall } from "../live/live-call.ts";

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
  /** The first verb is a Dial from before the exchange restarted, which continues. */
  resumedDial?: ResumedDial;
}

export interface ResumedDial {
  /** The sid of the call that the Dial had connected; `null` if the call still rang. */
  sid: string | null;
  /** The connected call, if that continues too. */
  callee: { noun: Element; call: LiveCall } | null;
}

export function createPlayDocument(url: string, loop = 1): TwimlDocument {
  return { url, verbs: [{ name: "Play", attributes: { loop: String(loop) }, children: [url] }] };
}
