import { TWILIO_CODES } from "@linedesk/base";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { EndCause, LegEnd } from "../legs/leg.ts";
import type { CallRecord, CallStatus } from "./call.ts";
import type { CallbackTarget, CallCallbackEvent } from "./callback-target.ts";
import type { StoredCall, StoredCourse } from "./stored-call.ts";
import { rfc2822, voiceParams } from "./voice-params.ts";

/** Maps a status to its callback; calls that ended are all `completed`. */
function toCallbackEvent(status: CallStatus): CallCallbackEvent {
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

type CallReport = Parameters<typeof voiceParams>[0] & { record(): CallRecord };

interface StatusCallbacksOptions {
  outbox: CallbackOutbox;
  target: CallbackTarget | null;
  /** The number of the next callback. */
  sequence?: number;
  onCallbacksSettled: () => void;
}

export class StatusCallbacks {
  readonly #target: CallbackTarget | null;
  readonly #outbox: CallbackOutbox;
  readonly #onCallbacksSettled: () => void;
  #sequence: number;
  #last: "not_sent" | "sent" | "settled" = "not_sent";

  constructor(options: StatusCallbacksOptions) {
    const { outbox, target, sequence = 0, onCallbacksSettled: onSettled } = options;
    this.#sequence = sequence;
    this.#target = target;
    this.#outbox = outbox;
    this.#onCallbacksSettled = onSettled;
  }

  report(call: CallReport, at: Date): void {
    const event = toCallbackEvent(call.state.status);
    const target = this.#target;
    if (!target || !isWanted(event, target)) {
      return;
    }
    const { url, method } = target;
    const isLast = event === "completed";
    if (isLast) {
      this.#last = "sent";
    }
    const finish = () => {
      if (!isLast) {
        return;
      }
      this.#last = "settled";
      this.#onCallbacksSettled();
    };
    this.#outbox.send({
      url,
      method,
      params: statusParams(call, { event, at, sequence: this.#sequence }),
      orderKey: call.sid,
      onDelivered: finish,
      onFailed: () => {
        // While the exchange closes, the callback stays pending, and is sent after the restart.
        if (!this.#outbox.isClosing) {
          finish();
        }
      },
    });
    if (!isLast) {
      this.#sequence += 1;
    }
  }

  toStored(): StoredCourse["callback"] {
    return this.#target === null ? null : { ...this.#target, sequence: this.#sequence };
  }

  pendingCallback(): StoredCall["owed"] {
    const target = this.#target;
    if (!target || this.#last === "settled" || !isWanted("completed", target)) {
      return null;
    }
    return { url: target.url, method: target.method, sequence: this.#sequence };
  }
}

function isWanted(event: CallCallbackEvent, { events }: CallbackTarget): boolean {
  return events.length === 0 ? event === "completed" : events.includes(event);
}

export function statusParams(
  call: CallReport,
  about: { event: CallCallbackEvent; at: Date; sequence: number },
): WebhookParams {
  const { status } = call.state;
  return {
    ...voiceParams(call),
    CallStatus: about.event === "initiated" ? "initiated" : status,
    ...endParams(call.record()),
    Timestamp: rfc2822(about.at),
    CallbackSource: "call-progress-events",
    SequenceNumber: String(about.sequence),
  };
}

function endParams({ durationS, end, status }: CallRecord): WebhookParams {
  if (durationS === null || end === null) {
    return {};
  }
  const sipCode = end.sipCode ?? (status === "completed" ? 200 : SIP_CODE[end.cause]);
  return {
    CallDuration: String(durationS),
    Duration: String(Math.ceil(durationS / 60)),
    ...(sipCode ? { SipResponseCode: String(sipCode) } : {}),
    ...lossParams(end),
  };
}

/**
 * Returns the error parameters of a call that ended because the exchange stopped, otherwise none.
 */
export function lossParams({ twilioCode, message = "" }: Partial<LegEnd>): WebhookParams {
  return twilioCode === TWILIO_CODES.INTERNAL_ERROR
    ? { ErrorCode: String(twilioCode), ErrorMessage: message }
    : {};
}

const SIP_CODE: Partial<Record<EndCause, number>> = {
  cancelled: 487,
  hangup: 487,
  busy: 486,
  "no-answer": 487,
  declined: 603,
  "not-found": 404,
  unreachable: 480,
};
