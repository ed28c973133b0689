import { RefusedError } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { RecordingWish } from "../recordings/recording.ts";
import type { RoomServices } from "./room-services.ts";

/** The recording of a room: from its start, or from when the first who wants it comes. */
export class RoomRecording {
  readonly #recordings: RoomServices["recordings"];
  readonly #roomSid: string;
  #wish: RecordingWish | null = null;
  #isTried = false;

  constructor(recordings: RoomServices["recordings"], roomSid: string) {
    this.#recordings = recordings;
    this.#roomSid = roomSid;
  }

  /** Somebody came, with his wish or without one. A refusal is noted at his call. */
  consider(wish: RecordingWish | null, isStarted: boolean, call: LiveCall): void {
    this.#wish ??= wish;
    if (this.#wish === null || this.#isTried || !isStarted) {
      return;
    }
    this.#isTried = true;
    try {
      this.#recordings.startConference(this.#roomSid, { wish: this.#wish, source: "Conference" });
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      const { twilioCode: errorCode, message } = error;
      call.note("error", "recording", { errorCode, message });
    }
  }

  stop(): void {
    this.#recordings.stopConference(this.#roomSid);
  }
}
