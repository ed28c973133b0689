import type { MediaPort } from "@linedesk/media";
import { UNHEARD } from "../live/call-input.ts";
import type { ConferenceEvents } from "./conference-events.ts";
import type { Participant } from "./participant.ts";
import { relayDtmfInConference, watchParticipant } from "./watch-participant.ts";

export interface ConferenceMonitorOptions {
  media: MediaPort;
  events: Pick<ConferenceEvents, "emit">;
  participants: () => Participant[];
  onMedia: () => void;
}

export class ConferenceMonitor {
  readonly #options: ConferenceMonitorOptions;
  readonly #stops = new Map<string, () => void>();

  constructor(options: ConferenceMonitorOptions) {
    this.#options = options;
  }

  watch(participant: Participant): void {
    const { media, participants, onMedia } = this.#options;
    const stop = watchParticipant(participant, {
      onMedia: () => {
        this.#reportMedia(participant);
        onMedia();
      },
      onSpeech: () => this.reportSpeech(participant),
      onProgramme: () => this.reportProgramme(participant),
      onDtmf: (press) =>
        relayDtmfInConference(press, participant, { participants: participants(), media }),
    });
    this.#stops.set(participant.call.sid, stop);
    const { call, programmeUrl } = participant;
    if (call.leg !== null && programmeUrl !== null) {
      media.watchProgramme(call.leg.id, programmeUrl, call.input.programme.isAudible);
    }
  }

  unwatch({ call }: Participant): void {
    this.#stops.get(call.sid)?.();
    this.#stops.delete(call.sid);
    if (call.leg !== null) {
      this.#options.media.unwatchProgramme(call.leg.id);
    }
  }

  /** Speech events come in pairs, even when a speaker is muted or leaves. */
  reportSpeech(participant: Participant, isSpeaking = participant.isAudiblySpeaking): void {
    if (isSpeaking === participant.hasReportedSpeaking) {
      return;
    }
    participant.hasReportedSpeaking = isSpeaking;
    this.#options.events.emit(`participant-speech-${isSpeaking ? "start" : "stop"}`, {
      participant,
    });
  }

  #reportMedia(participant: Participant): void {
    const name =
      `participant-media-${participant.call.input.isSilent ? "lost" : "restored"}` as const;
    this.#options.events.emit(name, { participant });
  }

  /**
   * Programme events also come in pairs: when a participant leaves, the programme is no longer
   * audible in the conference.
   */
  reportProgramme(participant: Participant, { isLeaving = false } = {}): void {
    const { isAudible, lagMs } = isLeaving ? UNHEARD : participant.programme;
    if (isAudible === participant.hasReportedProgramme) {
      return;
    }
    participant.hasReportedProgramme = isAudible;
    const reason = isLeaving ? { Reason: "participant-left" } : {};
    const params = { ProgrammeLag: String(lagMs), ...reason };
    const name = `participant-programme-${isAudible ? "start" : "stop"}` as const;
    this.#options.events.emit(name, { participant, params });
  }
}
