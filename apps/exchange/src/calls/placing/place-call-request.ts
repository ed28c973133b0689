import type { DialRequest } from "../legs/leg.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import type { LiveCall } from "../live/live-call.ts";

export interface PlaceCallRequest {
  direction: "outbound-api" | "outbound-dial";
  parentCallSid: string | null;
  from: string;
  to: string;
  callerName: string | null;
  forwardedFrom?: string | null;
  referredBy?: string | null;
  params: [name: string, value: string][];
  stirStatus?: string | null;
  credentials?: { username: string; password: string } | null;
  /** Why it calls: to a browser as a parameter, over SIP as Call-Info's. */
  reason?: string | null;
  /** The trunk that a number goes by; any unless given. */
  byoc?: string | null;
  /** It is to verify the number that it calls. */
  isVerification?: boolean;
  /** Seconds that it stays queued before it is dialled; none unless given. */
  delayS?: number;
  ringTimeoutS: number;
  timeLimitS: number;
  statusCallback: CallbackTarget | null;
  onRinging?: (call: LiveCall) => void;
  /** Whether the called party is heard before it answers. */
  onEarlyMedia?: (call: LiveCall, hasEarlyMedia: boolean) => void;
  onAnswered?: (call: LiveCall) => void;
}

/** `client:alice?team=news` brings parameters along, as `<Parameter>` does; so does `app:`. */
export function withParams(request: PlaceCallRequest): PlaceCallRequest {
  const [to = "", query] = request.to.split("?", 2);
  const isClient = to.startsWith("client:");
  if (!isClient && !to.startsWith("app:")) {
    return request;
  }
  const reason: PlaceCallRequest["params"] =
    isClient && request.reason ? [["CallReason", request.reason]] : [];
  const params = [...request.params, ...new URLSearchParams(query ?? ""), ...reason];
  return { ...request, to, params };
}

/** What the dialler is asked for the call that was made of it. */
export function buildDialRequest(call: LiveCall, request: PlaceCallRequest): DialRequest {
  const { from, to, callerName, params, forwardedFrom = null, referredBy = null } = request;
  const { credentials = null, stirStatus = null, reason = null, byoc = null } = request;
  const { isVerification: isCheck = false } = request;
  return {
    callSid: call.sid,
    from,
    to,
    callerName,
    forwardedFrom,
    referredBy,
    params,
    credentials,
    stirStatus,
    reason,
    byoc,
    isVerification: isCheck,
  };
}
