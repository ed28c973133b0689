/** What the inspector's page is told, as JSON; times are ISO 8601. The page imports these types. */
import type { Direction } from "./onlooker.ts";

export interface StepView {
  at: string;
  type: string;
  name: string;
  errorCode?: number;
  message?: string;
}

export interface CallView {
  sid: string;
  parentCallSid: string | null;
  from: string;
  to: string;
  direction: string;
  status: string;
  isLive: boolean;
  startedAt: string;
  answeredAt: string | null;
  endedAt: string | null;
  log: StepView[];
}

export interface MemberView {
  callSid: string;
  label: string | null;
  status: string;
  muted: boolean;
  hold: boolean;
  coaching: boolean;
}

export interface RoomView {
  sid: string;
  name: string;
  status: string;
  members: MemberView[];
}

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

/** What is measured of one call's sound now. */
export interface LevelView {
  callSid: string;
  /** 0..1 */
  level: number;
  jitterMs: number;
  roundTripMs: number | null;
  packetsReceived: number;
  packetsLost: number;
  bufferMs: number;
  /** 1 to about 4.5; null where nothing came. */
  mos: number | null;
}

export interface Whereabouts {
  accountSid: string;
  rest: string;
  signalling: string;
  sip: string;
}

export interface Snapshot {
  type: "snapshot";
  whereabouts: Whereabouts;
  calls: CallView[];
  rooms: RoomView[];
  webhooks: WebhookView[];
  frames: FrameView[];
  sip: SipView[];
}

export type FeedEvent =
  | Snapshot
  | { type: "calls"; calls: CallView[] }
  | { type: "rooms"; rooms: RoomView[] }
  | { type: "webhook"; webhook: WebhookView }
  | { type: "frame"; frame: FrameView }
  | { type: "sip"; message: SipView }
  | { type: "levels"; levels: LevelView[] };
