import type { Clock } from "@linedesk/base";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { rfc2822 } from "../live/voice-params.ts";
import type {
  ConferenceCallback,
  ConferenceCallbackEvent,
  ConferenceEndReason,
  ConferenceEventName,
} from "./conference-api.ts";
import type { ConferenceLifecycle } from "./conference-lifecycle.ts";
import type { Participant } from "./participant.ts";

/**
 * The event to which the callback must subscribe; `null` for programme events, which only
 * `programmeUrl` requests.
 */
const SUBSCRIPTION_OF_EVENT: Record<ConferenceEventName, ConferenceCallbackEvent | null> = {
  "conference-start": "start",
  "conference-end": "end",
  "participant-join": "join",
  "participant-leave": "leave",
  "participant-mute": "mute",
  "participant-unmute": "mute",
  "participant-hold": "hold",
  "participant-unhold": "hold",
  "participant-speech-start": "speaker",
  "participant-speech-stop": "speaker",
  "participant-programme-start": null,
  "participant-programme-stop": null,
  "participant-media-lost": "speaker",
  "participant-media-restored": "speaker",
  "announcement-end": "announcement",
  "announcement-fail": "announcement",
};

export class ConferenceEvents {
  readonly #outbox: CallbackOutbox;
  readonly #clock: Clock;
  readonly #life: ConferenceLifecycle;
  #callback: ConferenceCallback | null = null;
  #isSet = false;
  #sequence = 0;

  constructor(life: ConferenceLifecycle, options: { outbox: CallbackOutbox; clock: Clock }) {
    this.#life = life;
    this.#outbox = options.outbox;
    this.#clock = options.clock;
  }

  get callback(): ConferenceCallback | null {
    return this.#callback;
  }

  /** Only the callback of the first participant counts, so later ones change nothing. */
  setCallbackOnce(callback: ConferenceCallback | null): void {
    if (!this.#isSet) {
      this.#callback = callback;
    }
    this.#isSet = true;
  }

  emit(
    name: ConferenceEventName,
    about: { participant?: Participant; params?: WebhookParams } = {},
  ): void {
    const callback = this.#callback;
    this.#life.markUpdated();
    this.#sequence += 1;
    if (!callback) {
      return;
    }
    const wanted = callback.events.length > 0 ? callback.events : ["start", "end"];
    const subscription = SUBSCRIPTION_OF_EVENT[name];
    if (subscription !== null && !wanted.includes(subscription)) {
      return;
    }
    const conference = this.#life.record();
    this.#outbox.send({
      url: callback.url,
      method: callback.method,
      orderKey: conference.sid,
      params: {
        ConferenceSid: conference.sid,
        FriendlyName: conference.friendlyName,
        AccountSid: conference.accountSid,
        SequenceNumber: String(this.#sequence),
        Timestamp: rfc2822(new Date(this.#clock.now())),
        StatusCallbackEvent: name,
        ...(about.participant ? participantParams(about.participant) : {}),
        ...about.params,
      },
    });
  }
}

export interface LeavingParticipant {
  call: { sid: string };
  label: string | null;
}

export function endParams(
  reason: ConferenceEndReason,
  by: LeavingParticipant | null,
): WebhookParams {
  return {
    ReasonConferenceEnded: reason,
    Reason: reason,
    ...(by ? { CallSidEndingConference: by.call.sid } : {}),
    ...(by?.label ? { ParticipantLabelEndingConference: by.label } : {}),
  };
}

function participantParams(participant: Participant): WebhookParams {
  const { label } = participant;
  return {
    CallSid: participant.call.sid,
    Muted: String(participant.muted),
    Hold: String(participant.isOnHold),
    Coaching: "false",
    EndConferenceOnExit: String(participant.endOnExit),
    StartConferenceOnEnter: String(participant.startOnEnter),
    ...(label ? { ParticipantLabel: label } : {}),
  };
}
