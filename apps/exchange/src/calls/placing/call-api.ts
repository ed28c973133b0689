import type { HttpMethod } from "@linedesk/base";
import type { LegStats } from "@linedesk/media";
import type { CallMessage } from "../legs/leg.ts";
import type { CallLogEntry } from "../live/call-log.ts";
import type { CallRecord } from "../live/call.ts";
import { type CallbackTarget, type CallbackChange } from "../live/callback-target.ts";
import type { RecordingOptions } from "../recordings/recording.ts";
import { type CallFilter } from "../registry/call-filter.ts";

/** What a call does once it is answered, in the order in which the API lets one win. */
export type CallProgram =
  | {
      type: "url";
      url: string;
      method: HttpMethod;
      fallbackUrl?: string;
      fallbackMethod?: HttpMethod;
    }
  | {
      type: "twiml";
      twiml: string;
      /** For the documents that this one leads to. */
      fallbackUrl?: string;
      fallbackMethod?: HttpMethod;
    }
  | { type: "application"; applicationSid: string };

/** What calls and participants have in common when they are dialled. */
export interface DialOptions {
  /** For a SIP far end that challenges the call. */
  credentials?: { username: string; password: string };
  /** Why it calls, for the called person to read. */
  reason?: string;
  /** Of the call that this one passes on, whose caller is shown then. */
  callToken?: string;
  /** The sid of the trunk that a number is to be dialled by. */
  byoc?: string;
}

export interface OutboundCallRequest extends DialOptions {
  to: string;
  from: string;
  program: CallProgram;
  /** Seconds of ringing; default 60, at most 600. */
  timeoutS?: number;
  /** Seconds after the answer; default 14400. */
  timeLimitS?: number;
  /** Keyed in after the answer: 0-9 A-D # * w W, at most 32. */
  sendDigits?: string;
  callerId?: string;
  callerName?: string;
  statusCallback?: CallbackTarget;
  /** From the answer to the end. */
  record?: RecordingOptions;
  /** Reach a Voice SDK callee as customParameters. */
  params?: [name: string, value: string][];
}

export interface CallUpdate {
  status?: "completed" | "canceled";
  program?: Extract<CallProgram, { type: "url" | "twiml" }>;
  statusCallback?: CallbackChange;
  timeLimitS?: number;
  /** Where to ask from now on when a document cannot be had; without a URL, how. */
  fallback?: { url: string; method: HttpMethod } | { method: HttpMethod };
}

/** The calls of the exchange: live ones, and the last 10,000 that ended. */
export interface CallApi {
  /** Dials out. Throws RefusedError (21210, 21211, 21212, 21218 ...). */
  create(request: OutboundCallRequest): CallRecord;
  find(sid: string): CallRecord | null;
  /** Newest first. */
  list(filter?: CallFilter): CallRecord[];
  /** Throws RefusedError 20404, or 21220 when the call has ended. */
  update(sid: string, change: CallUpdate): CallRecord;
  /** Forgets an ended call; false when there is none. Throws RefusedError when it is live. */
  remove(sid: string): boolean;
  /** When the calls that were made, changed and forgotten so far are so on the disk. */
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
