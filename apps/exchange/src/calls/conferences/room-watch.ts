import type { MediaPort } from "@linedesk/media";
import { qualityParams } from "../../calls/quality/quality-watch.ts";
import type { ConferenceEvents } from "./conference-events.ts";
import { passKeyInRoom, watchParticipant } from "./participant-watch.ts";
import type { Participant } from "./participant.ts";

export interface RoomWatchOptions {
  media: MediaPort;
  events: Pick<ConferenceEvents, "isWanted" | "emit">;
  /** All who are in the room now. */
  participants: () => Participant[];
  /** The media of one fell silent, or came back. */
  onMedia: () => void;
}

/** Listens to everybody in a room: who speaks, keys, falls silent, and how he is heard. */
export class RoomWatch {
  readonly #options: RoomWatchOptions;
  readonly #stops = new Map<string, () => void>();

  constructor(options: RoomWatchOptions) {
    this.#options = options;
  }

  begin(participant: Participant): void {
    const { media, events, participants, onMedia } = this.#options;
    const stop = watchParticipant(participant, {
      onMedia,
      onSpeech: () => this.tellSpeech(participant),
      onKey: (key) => passKeyInRoom(key, participant, { participants: participants(), media }),
      onQuality: events.isWanted("quality")
        ? (report) =>
            events.emit("participant-quality", { participant, params: qualityParams(report) })
        : null,
    });
    this.#stops.set(participant.call.sid, stop);
  }

  end({ call }: Participant): void {
    this.#stops.get(call.sid)?.();
    this.#stops.delete(call.sid);
  }

  /** Begins and stops come in pairs, also for one who is muted or leaves while he speaks. */
  tellSpeech(participant: Participant, isSpeaking = participant.isSpeakingAloud): void {
    if (isSpeaking === participant.isToldSpeaking) {
      return;
    }
    participant.isToldSpeaking = isSpeaking;
    this.#options.events.emit(`participant-speech-${isSpeaking ? "start" : "stop"}`, {
      participant,
    });
  }
}
