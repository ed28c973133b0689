import type { CallView, StepView } from "../../src/control/call-views.ts";
import type {
  AttemptView,
  FrameView,
  SipView,
  WebhookView,
} from "../../src/dev/inspector/feed-events.ts";
import { tone } from "./format.ts";
import { summarizeFrame } from "./summarize-frame.ts";

// What counts as gone wrong, wherever it is shown.

/** Asked for a password, or given up by whoever rang: no fault of anybody. */
const EXPECTED_REFUSALS = new Set([401, 407, 487]);

export function isStepFault({ type, name, errorCode }: StepView): boolean {
  const isBadEnd = type === "call.state" && tone(name) === "bad";
  return isBadEnd || type === "error" || type === "webhook.failed" || errorCode !== undefined;
}

/** The answer has come, and is none; what is waited for may still be well. */
export function isAttemptFault({ tookMs, status }: AttemptView): boolean {
  return tookMs !== null && (status === null || status >= 300);
}

/** Also when another attempt was answered. */
export function isWebhookFault({ attempts }: WebhookView): boolean {
  return attempts.some(isAttemptFault);
}

export function isFrameFault(frame: FrameView): boolean {
  return summarizeFrame(frame)?.isBad === true;
}

export function isMessageFault({ firstLine }: SipView): boolean {
  const status = sipStatus(firstLine);
  return status >= 400 && !EXPECTED_REFUSALS.has(status);
}

/** 0 of a request. */
export function sipStatus(firstLine: string): number {
  return Number(/^SIP\/2\.0 (\d{3})/.exec(firstLine)?.[1] ?? 0);
}

/** It ended badly, or something in it went wrong on the way. */
export function isCallFault({ status, log }: CallView): boolean {
  return tone(status) === "bad" || log.some(isStepFault);
}
