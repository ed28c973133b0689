import { type CallView, type ConferenceView, type LevelView } from "../../control/call-views.ts";

/**
 * What the inspector's page receives, as JSON; times are ISO 8601. The page imports these types.
 */

export type Direction = "in" | "out";

export interface AttemptView {
  at: string;
  /** Null while the answer is awaited. */
  tookMs: number | null;
  status: number | null;
  contentType: string;
  body: string;
  error: string | null;
}

export interface WebhookView {
  id: number;
  at: string;
  method: string;
  url: string;
  callSid: string | null;
  /** Of a callback: what it tells, such as `completed` or `participant-join`. */
  about: string;
  params: [name: string, value: string][];
  attempts: AttemptView[];
}

export interface FrameView {
  id: number;
  at: string;
  socket: number;
  direction: Direction;
  type: string;
  callSid: string | null;
  text: string;
}

export interface SipView {
  id: number;
  at: string;
  direction: Direction;
  /** `192.0.2.7:5060/udp` */
  far: string;
  callId: string;
  /** Null as long as no message of the dialog has told. */
  callSid: string | null;
  firstLine: string;
  text: string;
}

export interface ExchangeEndpoints {
  accountSid: string;
  rest: string;
  signalling: string;
  sip: string;
}

export interface Snapshot {
  type: "snapshot";
  whereabouts: ExchangeEndpoints;
  calls: CallView[];
  rooms: ConferenceView[];
  webhooks: WebhookView[];
  frames: FrameView[];
  sip: SipView[];
}

export type FeedEvent =
  | Snapshot
  | { type: "calls"; calls: CallView[] }
  | { type: "rooms"; rooms: ConferenceView[] }
  | { type: "webhook"; webhook: WebhookView }
  | { type: "frame"; frame: FrameView }
  | { type: "sip"; message: SipView }
  | { type: "levels"; levels: LevelView[] };
