import type { CallbackOutbox } from "../webhooks/callback-outbox.ts";
import type { CallbackTarget, CallCallbackEvent } from "./call-book.ts";
import type { CallStatus } from "./call.ts";
import { rfc2822, voiceParams } from "./voice-params.ts";
import type { LiveCall } from "./live-call.ts";

/** Which callback a status stands for; ended calls are all `completed`. */
function callbackEventOf(status: CallStatus): CallCallbackEvent {
  switch (status) {
    case "queued":
      return "initiated";
    case "ringing":
      return "ringing";
    case "in-progress":
      return "answered";
    case "completed":
    case "busy":
    case "failed":
    case "no-answer":
    case "canceled":
      return "completed";
  }
}

/** Tells the application how one call gets on, in order, numbered from 0. */
export class StatusCallbacks {
  readonly #outbox: CallbackOutbox;
  #sequence = 0;

  constructor(outbox: CallbackOutbox) {
    this.#outbox = outbox;
  }

  report(call: LiveCall, target: CallbackTarget | null, at: Date): void {
    const event = callbackEventOf(call.state.status);
    const wanted = target && target.events.length > 0 ? target.events : ["completed"];
    if (!target || !wanted.includes(event)) return;
    this.#outbox.send({
      url: target.url,
      method: target.method,
      params: {
        ...voiceParams(call),
        CallStatus: event === "initiated" ? "initiated" : call.state.status,
        ...endParams(call),
        Timestamp: rfc2822(at),
        CallbackSource: "call-progress-events",
        SequenceNumber: String(this.#sequence),
      },
      orderKey: call.sid,
      onDelivered: () => call.note("webhook.sent", `status ${event}`),
      onFailed: (error) =>
        call.note("webhook.failed", `status ${event}`, {
          errorCode: error.twilioCode,
          message: error.message,
        }),
    });
    this.#sequence += 1;
  }
}

function endParams(call: LiveCall): Record<string, string> {
  const { durationS, end } = call.record();
  if (durationS === null || end === null) return {};
  const sipCode = end.sipCode ?? (call.state.status === "completed" ? 200 : SIP_CODE[end.cause]);
  return {
    CallDuration: String(durationS),
    Duration: String(Math.ceil(durationS / 60)),
    ...(sipCode ? { SipResponseCode: String(sipCode) } : {}),
  };
}

const SIP_CODE: Record<string, number> = {
  cancelled: 487,
  hangup: 487,
  busy: 486,
  "no-answer": 487,
  declined: 603,
  "not-found": 404,
  unreachable: 480,
};
