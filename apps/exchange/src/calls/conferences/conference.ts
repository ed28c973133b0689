import { Stopped } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type {
  ConferenceCallback,
  ConferenceEndReason,
  ConferenceEventName,
  ConferenceRecord,
  JoinOptions,
} from "./conference-book.ts";
import { ConferenceEvents, endParams, type Leaver } from "./conference-events.ts";
import { ExpectedCallers } from "./expected-callers.ts";
import { settleLostPeers } from "./lost-peers.ts";
import { Participant } from "./participant.ts";
import { RoomBeep } from "./room-beep.ts";
import { RoomLife } from "./room-life.ts";
import { RoomRecording } from "./room-recording.ts";
import type { RoomServices } from "./room-services.ts";
import type { HoldSound, LeaveReason, RoomView } from "./room-view.ts";
import { Roster } from "./roster.ts";

/** A room: who is in it, who hears whom, and what the application is told. */
export class Conference {
  readonly sid: string;
  readonly friendlyName: string;
  /** Those who are being dialled for it; it stays open for them. */
  readonly expected: ExpectedCallers;
  readonly #services: RoomServices;
  readonly #life: RoomLife;
  readonly #events: ConferenceEvents;
  readonly #roster: Roster;
  readonly #onEnd: (conference: Conference) => void;
  readonly #beep: RoomBeep;
  readonly #recording: RoomRecording;
  #holdSound: HoldSound | null = null;
  readonly #ending = new AbortController();

  constructor(
    friendlyName: string,
    services: RoomServices,
    onEnd: (conference: Conference) => void,
  ) {
    this.#life = new RoomLife(friendlyName, services);
    this.sid = this.#life.sid;
    this.friendlyName = friendlyName;
    this.#services = services;
    this.#onEnd = onEnd;
    this.#events = new ConferenceEvents(this.#life, services);
    this.#roster = new Roster({
      media: services.media,
      events: this.#events,
      onMedia: () => this.#settle(),
    });
    this.expected = new ExpectedCallers(services, this.sid, {
      onChange: () => this.#refresh(),
      onGone: (sid) => this.#endIfEmpty("last-participant-left", { call: { sid }, label: null }),
    });
    this.#beep = new RoomBeep(services.playbacks, this.sid);
    this.#recording = new RoomRecording(services.recordings, this.sid);
  }

  get isOver(): boolean {
    return this.#life.status === "completed";
  }

  /** Aborted with the room's end. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get participants(): Participant[] {
    return this.#roster.all;
  }

  find(callSidOrLabel: string): Participant | null {
    return this.#roster.find(callSidOrLabel);
  }

  /** Nobody coaches himself, or one who is elsewhere. */
  canCoach(coach: string | null, callSid: string): boolean {
    return callSid !== coach && this.#roster.has(callSid);
  }

  /** The first who is asked for fixes whom the room's events are told to. */
  firstCallback(callback: ConferenceCallback | null): void {
    this.#events.setFirst(callback);
  }

  /** A room that was made for somebody who could not be rung. */
  closeIfUnused(): void {
    this.#endIfEmpty("last-participant-left", null);
  }

  join(call: LiveCall, options: JoinOptions): Participant {
    const participant: Participant = new Participant(call, options, {
      services: this.#services,
      onWaitRefused: () => this.leave(participant, "participant_add_failed"),
    });
    this.firstCallback(options.statusCallback);
    this.expected.arrived(call.sid);
    this.#roster.add(participant);
    participant.enter(this.sid);
    this.#events.emit("participant-join", { participant });
    this.#startIfReady(participant);
    this.#recording.consider(options.record, this.#isStarted, call);
    this.#settle();
    if (options.beep === "true" || options.beep === "onEnter") {
      this.#beepOnce();
    }
    return participant;
  }

  leave(participant: Participant, reason: LeaveReason, isKick = false): void {
    if (!this.#roster.holds(participant)) {
      return;
    }
    this.#remove(participant, reason);
    if (this.isOver) {
      return;
    }
    if (participant.endOnExit) {
      const how = isKick ? "kicked" : "left";
      this.end(`participant-with-end-conference-on-exit-${how}`, participant);
      return;
    }
    if (participant.beepOnExit) {
      this.#beepOnce();
    }
    this.#settle();
    this.#endIfEmpty(isKick ? "last-participant-kicked" : "last-participant-left", participant);
  }

  /** Everybody out. */
  end(reason: ConferenceEndReason, by: Leaver | null): void {
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
    this.expected.cancel();
    this.#events.emit("conference-end", { params: endParams(reason, by) });
    this.#beep.stop();
    this.#recording.stop();
    this.#ending.abort(new Stopped("over"));
    this.#onEnd(this);
  }

  setMuted(participant: Participant, muted: boolean): void {
    if (participant.muted === muted) {
      return;
    }
    participant.muted = muted;
    this.#changed(participant, muted ? "participant-mute" : "participant-unmute");
  }

  /** A hold sound given again for one who is on hold replaces the one before. */
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
    this.#changed(participant, isOnHold ? "participant-hold" : "participant-unhold");
  }

  modify(participant: Participant): void {
    this.#changed(participant, "participant-modify");
  }

  announced(isHeard: boolean, participant?: Participant): void {
    const about = participant ? { participant } : {};
    this.#events.emit(isHeard ? "announcement-end" : "announcement-fail", about);
  }

  view(): RoomView {
    return {
      sid: this.sid,
      accountSid: this.#services.accountSid,
      isStarted: this.#isStarted,
      memberCount: this.#roster.size,
      isRinging: this.expected.isRinging,
      isEarlyHeard: this.expected.isEarlyHeard,
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
      params: { ParticipantCallStatus: call.state.status, ReasonParticipantLeft: reason },
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
    for (const { participant, params } of settleLostPeers(this.participants)) {
      const event = participant.isOnHold ? "participant-hold" : "participant-unhold";
      this.#events.emit(event, { participant, params });
    }
    this.#refresh();
  }

  #refresh(): void {
    const view = this.view();
    this.expected.settleEarly(this.#isStarted && this.#roster.size >= 2);
    this.#roster.refresh(view);
  }

  #endIfEmpty(reason: ConferenceEndReason, by: Leaver | null): void {
    if (this.#roster.size === 0 && this.expected.count === 0) {
      this.end(reason, by);
    }
  }

  #changed(participant: Participant, event: ConferenceEventName): void {
    participant.updatedAt = new Date(this.#services.clock.now());
    this.#events.emit(event, { participant });
    this.#refresh();
  }

  #beepOnce(): void {
    if (this.#isStarted) {
      this.#beep.sound();
    }
  }
}
