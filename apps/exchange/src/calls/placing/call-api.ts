import type { HttpMethod } from "@linedesk/base";
import type { LegStats } from "@linedesk/media";
import type { CallMessage } from "../legs/leg.ts";
import type { CallRecord } from "../live/call.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import { type CallFilter } from "../registry/call-filter.ts";

export type CallProgram =
  | { type: "url"; url: string; method: HttpMethod }
  | { type: "twiml"; twiml: string };

export interface DialOptions {
  /** Credentials for a SIP far end that challenges the call. */
  credentials?: { username: string; password: string };
  byoc?: string;
}

export interface OutboundCallRequest extends DialOptions {
  to: string;
  from: string;
  program: CallProgram;
  fallback?: { url: string; method: HttpMethod };
  /** Seconds of ringing; the default is 60, the maximum 600. */
  timeoutS?: number;
  /** Seconds after the answer; the default is 14400. */
  timeLimitS?: number;
  callerName?: string;
  statusCallback?: CallbackTarget;
  /** A called Voice SDK client gets these as customParameters. */
  params?: [name: string, value: string][];
}

export interface CallUpdate {
  status?: "completed" | "canceled";
  program?: CallProgram;
  timeLimitS?: number;
}

export interface CallApi {
  create(request: OutboundCallRequest): CallRecord;
  find(sid: string): CallRecord | null;
  list(filter?: CallFilter): CallRecord[];
  /** Throws RefusedError 20404, or 21220 when the call has ended. */
  update(sid: string, change: CallUpdate): CallRecord;
  /**
   * Removes an ended call; returns false if it does not exist. Throws RefusedError for a live call.
   */
  remove(sid: string): boolean;
  persisted(): Promise<void>;
  stats(sid: string): Promise<LegStats | null>;
  sendMessage(sid: string, message: CallMessage): boolean;
  onMessage(listener: (callSid: string, message: CallMessage) => void): () => void;
  onChange(listener: (call: CallRecord) => void): () => void;
}
