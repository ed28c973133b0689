import type { LiveCall } from "../live/live-call.ts";
import { lossParams } from "../live/status-callbacks.ts";
import type {
  ConferenceCallback,
  ConferenceEndReason,
  ConferenceEventName,
  ConferenceRecord,
  JoinOptions,
} from "./conference-api.ts";
import type { ConferenceDeps } from "./conference-deps.ts";
import { ConferenceEvents, endParams, type LeavingParticipant } from "./conference-events.ts";
import { ConferenceLifecycle } from "./conference-lifecycle.ts";
import type { HoldSound, LeaveReason, ConferenceSnapshot } from "./conference-snapshot.ts";
import { InvitedCallers } from "./invited-callers.ts";
import { Participant } from "./participant.ts";
import { Roster } from "./roster.ts";
import { updateAutomaticHolds } from "./update-automatic-holds.ts";

export class Conference {
  readonly sid: string;
  readonly friendlyName: string;
  readonly invited: InvitedCallers;
  readonly #services: ConferenceDeps;
  readonly #life: ConferenceLifecycle;
  readonly #events: ConferenceEvents;
  readonly #roster: Roster;
  readonly #onEnd: (conference: Conference) => void;
  #holdSound: HoldSound | null = null;

  constructor(
    friendlyName: string,
    services: ConferenceDeps,
    onEnd: (conference: Conference) => void,
  ) {
    const { accountSid, outbox, participants } = services;
    const { clock, media } = participants;
    this.#life = new ConferenceLifecycle(friendlyName, { accountSid, clock });
    this.sid = this.#life.sid;
    this.friendlyName = friendlyName;
    this.#services = services;
    this.#onEnd = onEnd;
    this.#events = new ConferenceEvents(this.#life, { outbox, clock });
    this.#roster = new Roster({
      media,
      events: this.#events,
      onMedia: () => this.#settle(),
    });
    this.invited = new InvitedCallers(participants, this.sid, {
      onChange: () => this.#refresh(),
      onGone: (sid) => this.#endIfEmpty({ call: { sid }, label: null }),
    });
  }

  get isOver(): boolean {
    return this.#life.status === "completed";
  }

  get participants(): Participant[] {
    return this.#roster.all;
  }

  find(callSidOrLabel: string): Participant | null {
    return this.#roster.find(callSidOrLabel);
  }

  get callback(): ConferenceCallback | null {
    return this.#events.callback;
  }

  setCallbackOnce(callback: ConferenceCallback | null): void {
    this.#events.setCallbackOnce(callback);
  }

  closeIfUnused(): void {
    this.#endIfEmpty(null);
  }

  join(call: LiveCall, options: JoinOptions): Participant {
    const participant: Participant = new Participant(call, options, {
      services: this.#services.participants,
      onWaitRefused: () => this.leave(participant, "participant_add_failed"),
    });
    this.setCallbackOnce(options.statusCallback);
    this.invited.handleJoined(call.sid);
    this.#roster.add(participant);
    participant.enter(this.sid);
    this.#events.emit("participant-join", { participant });
    this.#startIfReady(participant);
    this.#settle();
    return participant;
  }

  leave(participant: Participant, reason: LeaveReason): void {
    if (!this.#roster.includes(participant)) {
      return;
    }
    this.#remove(participant, reason);
    if (this.isOver) {
      return;
    }
    if (participant.endOnExit) {
      this.end("participant-with-end-conference-on-exit-left", participant);
      return;
    }
    this.#settle();
    this.#endIfEmpty(participant);
  }

  end(reason: ConferenceEndReason, by: LeavingParticipant | null): void {
    if (this.isOver) {
      return;
    }
    this.#life.end(reason, by?.call.sid ?? null);
    const why =
      reason === "conference-ended-via-api"
        ? "conference_ended_via_api"
        : "moderator_ended_conference";
    for (const participant of this.participants) {
      this.#remove(participant, why);
    }
    this.invited.cancel();
    this.#events.emit("conference-end", { params: endParams(reason, by) });
    this.#onEnd(this);
  }

  setMuted(participant: Participant, muted: boolean): void {
    if (participant.muted === muted) {
      return;
    }
    participant.muted = muted;
    this.#emitChange(participant, muted ? "participant-mute" : "participant-unmute");
  }

  /** If the participant is already on hold, a new hold sound replaces the current one. */
  setHold(participant: Participant, hold: boolean, sound: HoldSound | null): void {
    const wasOnHold = participant.isOnHold;
    if (sound) {
      this.#holdSound = sound;
    }
    const isLostForGood = participant.lostPeer !== null && !this.find(participant.lostPeer);
    participant.setHold(hold, { sound, isLostForGood });
    const isOnHold = participant.isOnHold;
    if (wasOnHold === isOnHold) {
      return this.#refresh();
    }
    this.#emitChange(participant, isOnHold ? "participant-hold" : "participant-unhold");
  }

  handleAnnouncement(url: string, participant: Participant, failure: string | null): void {
    const reason = failure === null ? {} : { ReasonAnnouncementFailed: failure };
    this.#events.emit(failure === null ? "announcement-end" : "announcement-fail", {
      participant,
      params: { AnnounceUrl: url, ...reason },
    });
  }

  view(): ConferenceSnapshot {
    return {
      sid: this.sid,
      accountSid: this.#services.accountSid,
      isStarted: this.#isStarted,
      memberCount: this.#roster.size,
      isRinging: this.invited.isRinging,
      isEarlyMediaAudible: this.invited.isEarlyMediaAudible,
      holdSound: this.#holdSound,
    };
  }

  record(): ConferenceRecord {
    return this.#life.record();
  }

  get #isStarted(): boolean {
    return this.#life.status === "in-progress";
  }

  #remove(participant: Participant, reason: LeaveReason): void {
    const { call } = participant;
    this.#roster.remove(participant);
    participant.leave(reason);
    this.#events.emit("participant-leave", {
      participant,
      params: {
        ParticipantCallStatus: call.state.status,
        ReasonParticipantLeft: reason,
        ...lossParams(call.record().end ?? {}),
      },
    });
  }

  #startIfReady(last: Participant): void {
    const isReady =
      this.#roster.size >= 2 && this.participants.some(({ startOnEnter }) => startOnEnter);
    if (this.#life.status !== "init" || !isReady) {
      return;
    }
    this.#life.start();
    this.#events.emit("conference-start", { participant: last });
  }

  #settle(): void {
    for (const { participant, params } of updateAutomaticHolds(this.participants)) {
      const event = participant.isOnHold ? "participant-hold" : "participant-unhold";
      this.#events.emit(event, { participant, params });
    }
    this.#refresh();
  }

  #refresh(): void {
    const view = this.view();
    this.invited.updateEarlyMedia(this.#isStarted && this.#roster.size >= 2);
    this.#roster.refresh(view);
  }

  #endIfEmpty(by: LeavingParticipant | null): void {
    if (this.#roster.size === 0 && this.invited.count === 0) {
      this.end("last-participant-left", by);
    }
  }

  #emitChange(participant: Participant, event: ConferenceEventName): void {
    participant.updatedAt = new Date(this.#services.participants.clock.now());
    this.#events.emit(event, { participant });
    this.#refresh();
  }
}
