import type { HttpMethod } from "@linedesk/base";
import type { LegStats } from "@linedesk/media";
import type { CallMessage } from "../legs/leg.ts";
import type { CallLogEntry } from "../live/call-log.ts";
import type { CallRecord } from "../live/call.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import { type CallFilter } from "../registry/call-filter.ts";

/** What a call does once it is answered. */
export type CallProgram =
  | { type: "url"; url: string; method: HttpMethod }
  | { type: "twiml"; twiml: string };

/** What calls and participants have in common when they are dialled. */
export interface DialOptions {
  /** For a SIP far end that challenges the call. */
  credentials?: { username: string; password: string };
  /** The sid of the trunk that a number is to be dialled by. */
  byoc?: string;
}

export interface OutboundCallRequest extends DialOptions {
  to: string;
  from: string;
  program: CallProgram;
  /** Where documents are asked for that cannot be had at their own URL. */
  fallback?: { url: string; method: HttpMethod };
  /** Seconds of ringing; default 60, at most 600. */
  timeoutS?: number;
  /** Seconds after the answer; default 14400. */
  timeLimitS?: number;
  callerName?: string;
  statusCallback?: CallbackTarget;
  /** Reach a Voice SDK callee as customParameters. */
  params?: [name: string, value: string][];
}

export interface CallUpdate {
  status?: "completed" | "canceled";
  program?: CallProgram;
  timeLimitS?: number;
}

/** The calls of the exchange: live ones, and the last 10,000 that ended. */
export interface CallApi {
  /** Dials out. Throws RefusedError (21210, 21211, 21212 ...). */
  create(request: OutboundCallRequest): CallRecord;
  find(sid: string): CallRecord | null;
  /** Newest first. */
  list(filter?: CallFilter): CallRecord[];
  /** Throws RefusedError 20404, or 21220 when the call has ended. */
  update(sid: string, change: CallUpdate): CallRecord;
  /** Forgets an ended call; false when there is none. Throws RefusedError when it is live. */
  remove(sid: string): boolean;
  /** Resolves when the calls that were made and forgotten so far are so on the disk. */
  persisted(): Promise<void>;
  log(sid: string): CallLogEntry[];
  /**
   * What the media measures of a live call's leg, or measured last of an ended one; null if never.
   */
  stats(sid: string): Promise<LegStats | null>;
  /** To the Voice SDK leg of a live call; false when it takes no messages. */
  sendMessage(sid: string, message: CallMessage): boolean;
  onMessage(listener: (callSid: string, message: CallMessage) => void): () => void;
  /** After every change of state. */
  onChange(listener: (call: CallRecord) => void): () => void;
}
