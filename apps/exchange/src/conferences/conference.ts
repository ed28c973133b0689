import type { RoomServices } from "./room-services.ts";
import type { LiveCall } from "../calls/live-call.ts";
import { newSid } from "../core/sid.ts";
import { Stopped } from "../core/stopped.ts";
import type { WebhookParams } from "../webhooks/webhook-request.ts";
import type {
  ConferenceCallback,
  ConferenceEndReason,
  ConferenceEventName,
  ConferenceRecord,
  ConferenceStatus,
  JoinOptions,
} from "./conference-book.ts";
import { ConferenceEvents, endParams, type Leaver } from "./conference-events.ts";
import { ExpectedCallers, type ExpectedCaller } from "./expected-callers.ts";
import { settleLostPeers } from "./participants/lost-peers.ts";
import type { HoldSound, LeaveReason, RoomView } from "./room-view.ts";
import { Participant } from "./participants/participant.ts";
import { RoomWatch } from "./participants/room-watch.ts";
import { RoomBeep } from "./room-beep.ts";
import { RoomRecording } from "./room-recording.ts";

/** A room: who is in it, who hears whom, and what the application is told. */
export class Conference {
  readonly sid = newSid("CF");
  readonly friendlyName: string;
  readonly createdAt: Date;
  readonly #services: RoomServices;
  readonly #participants = new Map<string, Participant>();
  readonly #events: ConferenceEvents;
  readonly #watch: RoomWatch;
  readonly #onEnd: (conference: Conference) => void;
  readonly #expected: ExpectedCallers;
  readonly #beep: RoomBeep;
  readonly #recording: RoomRecording;
  #status: ConferenceStatus = "init";
  #updatedAt: Date;
  #end: { reason: ConferenceEndReason; callSid: string | null } | null = null;
  #holdSound: HoldSound | null = null;
  readonly #ending = new AbortController();

  constructor(
    friendlyName: string,
    services: RoomServices,
    onEnd: (conference: Conference) => void,
  ) {
    this.friendlyName = friendlyName;
    this.#services = services;
    this.#onEnd = onEnd;
    this.#events = new ConferenceEvents(services);
    this.#watch = new RoomWatch({
      media: services.media,
      events: this.#events,
      participants: () => this.participants,
      emit: (name, about) => this.#emit(name, about),
      onMedia: () => this.#settle(),
    });
    this.#expected = new ExpectedCallers(services, this.sid);
    this.#beep = new RoomBeep(services.playbacks, this.sid);
    this.#recording = new RoomRecording(services.recordings, this.sid);
    this.createdAt = this.#updatedAt = new Date(services.clock.now());
  }

  get isOver(): boolean {
    return this.#status === "completed";
  }

  /** Aborted with the room's end. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get participants(): Participant[] {
    return [...this.#participants.values()];
  }

  find(callSidOrLabel: string): Participant | null {
    const bySid = this.#participants.get(callSidOrLabel);
    return bySid ?? this.participants.find(({ label }) => label === callSidOrLabel) ?? null;
  }

  /** Nobody coaches himself, or one who is elsewhere. */
  canCoach(coach: string | null, callSid: string): boolean {
    return callSid !== coach && this.#participants.has(callSid);
  }

  /** Somebody is being dialled for this room; it stays open until he came or did not. */
  expect(caller: ExpectedCaller, isAloud: boolean): void {
    this.#expected.add(caller, isAloud);
    this.#refresh();
  }

  /** Whether somebody who is being dialled can be heard before he answers. */
  hearEarly(callSid: string, isHeard: boolean): void {
    if (this.#expected.hearEarly(callSid, isHeard)) this.#refresh();
  }

  findExpected(callSidOrLabel: string): ExpectedCaller | null {
    return this.#expected.find(callSidOrLabel);
  }

  /** The first who is asked for fixes whom the room's events are told to. */
  firstCallback(callback: ConferenceCallback | null): void {
    this.#events.setFirst(callback);
  }

  /** A room that was made for somebody who could not be rung. */
  closeIfUnused(): void {
    this.#endIfEmpty("last-participant-left", null);
  }

  forget(callSid: string): void {
    if (!this.#expected.drop(callSid)) return;
    this.#refresh();
    this.#endIfEmpty("last-participant-left", { call: { sid: callSid }, label: null });
  }

  join(call: LiveCall, options: JoinOptions): Participant {
    const participant: Participant = new Participant(call, options, {
      services: this.#services,
      onWaitRefused: () => this.leave(participant, "participant_add_failed"),
    });
    this.firstCallback(options.statusCallback);
    this.#expected.drop(call.sid);
    this.#participants.set(call.sid, participant);
    this.#watch.begin(participant);
    participant.enter(this.sid);
    this.#emit("participant-join", { participant });
    this.#startIfReady(participant);
    this.#recording.consider(options.record, this.#isStarted, call);
    this.#settle();
    if (options.beep === "true" || options.beep === "onEnter") this.#beepOnce();
    return participant;
  }

  leave(participant: Participant, reason: LeaveReason, isKick = false): void {
    const { call } = participant;
    if (this.#participants.get(call.sid) !== participant) return;
    this.#remove(participant, reason);
    if (this.isOver) return;
    if (participant.endOnExit) {
      const how = isKick ? "kicked" : "left";
      this.end(`participant-with-end-conference-on-exit-${how}`, participant);
      return;
    }
    if (participant.beepOnExit) this.#beepOnce();
    this.#settle();
    this.#endIfEmpty(isKick ? "last-participant-kicked" : "last-participant-left", participant);
  }

  /** Everybody out. */
  end(reason: ConferenceEndReason, by: Leaver | null): void {
    if (this.isOver) return;
    this.#status = "completed";
    this.#end = { reason, callSid: by?.call.sid ?? null };
    const why =
      reason === "conference-ended-via-api"
        ? "conference_ended_via_api"
        : "moderator_ended_conference";
    for (const participant of this.participants) this.#remove(participant, why);
    this.#expected.cancel();
    this.#emit("conference-end", { params: endParams(reason, by) });
    this.#beep.stop();
    this.#recording.stop();
    this.#ending.abort(new Stopped("over"));
    this.#onEnd(this);
  }

  setMuted(participant: Participant, muted: boolean): void {
    if (participant.muted === muted) return;
    participant.muted = muted;
    this.#changed(participant, muted ? "participant-mute" : "participant-unmute");
  }

  /** A hold sound given again for one who is on hold replaces the one before. */
  setHold(participant: Participant, hold: boolean, sound: HoldSound | null): void {
    const wasOnHold = participant.isOnHold;
    if (sound) this.#holdSound = sound;
    const isLostForGood = participant.lostPeer !== null && !this.find(participant.lostPeer);
    participant.setHold(hold, { sound, isLostForGood });
    const isOnHold = participant.isOnHold;
    if (wasOnHold === isOnHold) return this.#refresh();
    this.#changed(participant, isOnHold ? "participant-hold" : "participant-unhold");
  }

  modify(participant: Participant): void {
    this.#changed(participant, "participant-modify");
  }

  announced(isHeard: boolean, participant?: Participant): void {
    const about = participant ? { participant } : {};
    this.#emit(isHeard ? "announcement-end" : "announcement-fail", about);
  }

  view(): RoomView {
    return {
      sid: this.sid,
      accountSid: this.#services.accountSid,
      isStarted: this.#isStarted,
      memberCount: this.#participants.size,
      isRinging: this.#expected.isRinging,
      isEarlyHeard: this.#expected.isEarlyHeard,
      holdSound: this.#holdSound,
    };
  }

  record(): ConferenceRecord {
    return {
      sid: this.sid,
      accountSid: this.#services.accountSid,
      friendlyName: this.friendlyName,
      status: this.#status,
      region: "au1",
      createdAt: this.createdAt,
      updatedAt: this.#updatedAt,
      reasonEnded: this.#end?.reason ?? null,
      callSidEnding: this.#end?.callSid ?? null,
    };
  }

  get #isStarted(): boolean {
    return this.#status === "in-progress";
  }

  #remove(participant: Participant, reason: LeaveReason): void {
    const { call } = participant;
    this.#watch.tellSpeech(participant, false);
    this.#participants.delete(call.sid);
    this.#watch.end(participant);
    participant.leave(reason);
    this.#emit("participant-leave", {
      participant,
      params: { ParticipantCallStatus: call.state.status, ReasonParticipantLeft: reason },
    });
  }

  #startIfReady(last: Participant): void {
    const isReady =
      this.#participants.size >= 2 && this.participants.some(({ startOnEnter }) => startOnEnter);
    if (this.#status !== "init" || !isReady) return;
    this.#status = "in-progress";
    this.#emit("conference-start", { participant: last });
  }

  #settle(): void {
    for (const { participant, params } of settleLostPeers(this.participants)) {
      const event = participant.isOnHold ? "participant-hold" : "participant-unhold";
      this.#emit(event, { participant, params });
    }
    this.#refresh();
  }

  #refresh(): void {
    const view = this.view();
    this.#expected.settleEarly(this.#isStarted && this.#participants.size >= 2);
    for (const participant of this.participants) {
      participant.refresh(view);
      this.#watch.tellSpeech(participant);
    }
  }

  #endIfEmpty(reason: ConferenceEndReason, by: Leaver | null): void {
    if (this.#participants.size === 0 && this.#expected.count === 0) this.end(reason, by);
  }

  #changed(participant: Participant, event: ConferenceEventName): void {
    participant.updatedAt = new Date(this.#services.clock.now());
    this.#emit(event, { participant });
    this.#refresh();
  }

  #beepOnce(): void {
    if (this.#isStarted) this.#beep.sound();
  }

  #emit(
    name: ConferenceEventName,
    about: { participant?: Participant; params?: WebhookParams } = {},
  ): void {
    this.#updatedAt = new Date(this.#services.clock.now());
    this.#events.emit(name, this.record(), about);
  }
}
