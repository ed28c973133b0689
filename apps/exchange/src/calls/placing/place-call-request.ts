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
  /** The trunk that carries a number; any trunk when absent. */
  byoc?: string | null;
  isVerification?: boolean;
  ringTimeoutS: number;
  timeLimitS: number;
  statusCallback: CallbackTarget | null;
  onRinging?: (call: LiveCall) => void;
  onEarlyMedia?: (call: LiveCall, hasEarlyMedia: boolean) => void;
  onAnswered?: (call: LiveCall) => void;
}

/** A target such as `client:alice?team=news` contains parameters, like those of `<Parameter>`. */
export function withParams(request: PlaceCallRequest): PlaceCallRequest {
  const [to = "", query] = request.to.split("?", 2);
  if (!to.startsWith("client:")) {
    return request;
  }
  return { ...request, to, params: [...request.params, ...new URLSearchParams(query ?? "")] };
}

export function buildDialRequest(call: LiveCall, request: PlaceCallRequest): DialRequest {
  const { from, to, callerName, params, forwardedFrom = null, referredBy = null } = request;
  const { credentials = null, stirStatus = null, byoc = null } = request;
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
    byoc,
    isVerification: isCheck,
  };
}
