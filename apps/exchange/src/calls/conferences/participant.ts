import { type HttpMethod, StoppedError, TWILIO_CODES } from "@linedesk/base";
import { WebhookError } from "../../webhooks/webhook-error.ts";
import { type ProgrammeDetection, UNHEARD } from "../live/call-input.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { JoinOptions, ParticipantRecord } from "./conference-api.ts";
import type { ParticipantDeps } from "./conference-deps.ts";
import type { HoldSound, LeaveReason, ConferenceSnapshot } from "./conference-snapshot.ts";
import {
  selectParticipantAudio,
  isPlayback,
  isSameAudio,
  type ParticipantAudio,
} from "./select-participant-audio.ts";

export class Participant {
  readonly call: LiveCall;
  readonly label: string | null;
  readonly startOnEnter: boolean;
  readonly joinedAt: Date;
  muted: boolean;
  hold = false;
  holdSound: HoldSound | null = null;
  /** The sid of the silent peer that is the reason for this participant's music, or `null`. */
  lostPeer: string | null = null;
  readonly endOnExit: boolean;
  readonly waitUrl: string | null;
  readonly waitMethod: HttpMethod;
  readonly programmeUrl: string | null;
  updatedAt: Date;
  hasReportedSpeaking = false;
  hasReportedProgramme = false;

  readonly #services: ParticipantDeps;
  readonly #onWaitRefused: () => void;
  readonly #left: (reason: LeaveReason) => void;
  readonly left: Promise<LeaveReason>;
  #audio: ParticipantAudio = { type: "room" };
  #music: AbortController | null = null;

  constructor(
    call: LiveCall,
    options: JoinOptions,
    { services, onWaitRefused }: { services: ParticipantDeps; onWaitRefused: () => void },
  ) {
    this.call = call;
    this.#services = services;
    this.#onWaitRefused = onWaitRefused;
    this.label = options.label ?? null;
    this.startOnEnter = options.startOnEnter;
    this.muted = options.muted;
    this.endOnExit = options.endOnExit;
    this.waitUrl = options.waitUrl;
    this.waitMethod = options.waitMethod;
    this.programmeUrl = options.programmeUrl;
    this.joinedAt = this.updatedAt = new Date(services.clock.now());
    let left: (reason: LeaveReason) => void = () => undefined;
    this.left = new Promise((resolve) => (left = resolve));
    this.#left = left;
  }

  get isOnHold(): boolean {
    return this.hold || this.lostPeer !== null;
  }

  /**
   * The programme in the participant's background, if `programmeUrl` requests its detection. The
   * detection can come from an earlier conference of the call.
   */
  get programme(): ProgrammeDetection {
    return this.programmeUrl === null ? UNHEARD : this.call.input.programme;
  }

  get isAudiblySpeaking(): boolean {
    return this.isAudible && this.call.input.isSpeaking;
  }

  get isAudible(): boolean {
    return !this.muted && this.#audio.type === "room";
  }

  /** A participant who is taken off hold no longer waits for a silent peer that has left. */
  setHold(
    hold: boolean,
    { sound, isLostForGood }: { sound: HoldSound | null; isLostForGood: boolean },
  ): void {
    this.hold = hold;
    this.holdSound = hold ? (sound ?? this.holdSound) : null;
    if (!hold && isLostForGood) {
      this.lostPeer = null;
    }
  }

  enter(roomSid: string): void {
    const leg = this.call.leg;
    if (leg) {
      this.#services.media.joinRoom(leg.id, roomSid, { muted: this.muted, hold: true });
    }
    this.#audio = { type: "silence" };
  }

  refresh(room: ConferenceSnapshot): void {
    const wanted = selectParticipantAudio(this, room);
    const leg = this.call.leg;
    if (!leg || this.call.isOver) {
      return;
    }
    const isWaiting = wanted.type === "early";
    const hold = wanted.type !== "room" && !isWaiting;
    const muted = this.muted || isWaiting;
    this.#services.media.setMembership(leg.id, { muted, hold });
    if (isSameAudio(wanted, this.#audio)) {
      return;
    }
    this.#audio = wanted;
    this.#restartMusic();
  }

  /**
   * Plays only to this participant. The participant's music stops, and restarts afterwards.
   * Resolves with `null` after the playback, otherwise with the reason of the failure.
   */
  async announce(sound: HoldSound): Promise<string | null> {
    this.#music?.abort(new StoppedError("over"));
    const { interpreter } = this.#services;
    const signal = this.call.ended;
    const request = { ...sound, params: {} };
    try {
      await interpreter.runChain(request, { call: this.call, purpose: "hold", signal });
      return null;
    } catch (error) {
      if (error instanceof WebhookError) {
        return error.message;
      }
      if (error instanceof StoppedError) {
        return "the participant has left";
      }
      throw error;
    } finally {
      this.#restartMusic();
    }
  }

  leave(reason: LeaveReason): void {
    this.#music?.abort(new StoppedError("over"));
    this.#music = null;
    this.#audio = { type: "room" };
    const leg = this.call.leg;
    if (leg && !this.call.isOver) {
      this.#services.media.leaveRoom(leg.id);
    }
    this.#left(reason);
  }

  record(room: ConferenceSnapshot): ParticipantRecord {
    return {
      callSid: this.call.sid,
      conferenceSid: room.sid,
      accountSid: room.accountSid,
      label: this.label,
      status: this.call.isOver ? "complete" : "connected",
      muted: this.muted,
      hold: this.isOnHold,
      startOnEnter: this.startOnEnter,
      endOnExit: this.endOnExit,
      queueTimeMs: this.call.record().queueTimeMs,
      createdAt: this.joinedAt,
      updatedAt: this.updatedAt,
    };
  }

  #restartMusic(): void {
    this.#music?.abort(new StoppedError("over"));
    this.#music = null;
    const ambience = this.#audio;
    if (!isPlayback(ambience) || this.call.isOver) {
      return;
    }
    const music = new AbortController();
    this.#music = music;
    const signal = AbortSignal.any([music.signal, this.call.ended]);
    const playing =
      ambience.type === "ringback" ? this.#playRingback(signal) : this.#play(ambience, signal);
    playing.catch((error: unknown) => {
      if (error instanceof StoppedError) {
        return;
      }
      // If the application refuses the wait document, the participant leaves the conference.
      if (error instanceof WebhookError) {
        return this.#onWaitRefused();
      }
      this.call.logError("music", {
        errorCode: TWILIO_CODES.INTERNAL_ERROR,
        message: String(error),
      });
    });
  }

  async #playRingback(signal: AbortSignal): Promise<void> {
    const speaker = this.#services.playbacks.forLeg(this.call.leg?.id ?? this.call.sid);
    await speaker.play({ type: "ringback" }, 0, signal);
  }

  async #play(
    music: Extract<ParticipantAudio, { type: "music" }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { sound } = music;
    await this.#services.waitMusic.play({
      call: this.call,
      purpose: music.repeat ? "hold" : "room",
      request: sound ? () => ({ ...sound, params: {} }) : null,
      repeat: music.repeat,
      isRequired: !music.repeat,
      signal,
    });
  }
}
