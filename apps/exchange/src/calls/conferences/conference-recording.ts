import { RefusedError } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { RecordingOptions } from "../recordings/recording.ts";
import type { ConferenceDeps } from "./conference-deps.ts";

/** The recording of a room: from its start, or from when the first who wants it comes. */
export class ConferenceRecording {
  readonly #recordings: ConferenceDeps["recordings"];
  readonly #roomSid: string;
  #options: RecordingOptions | null = null;
  #isTried = false;

  constructor(recordings: ConferenceDeps["recordings"], roomSid: string) {
    this.#recordings = recordings;
    this.#roomSid = roomSid;
  }

  /** Somebody came, with their wish or without one. A refusal is noted at their call. */
  startIfWanted(
    recordingOptions: RecordingOptions | null,
    isStarted: boolean,
    call: LiveCall,
  ): void {
    this.#options ??= recordingOptions;
    if (this.#options === null || this.#isTried || !isStarted) {
      return;
    }
    this.#isTried = true;
    try {
      this.#recordings.startConference(this.#roomSid, {
        options: this.#options,
        source: "Conference",
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      const { twilioCode: errorCode, message } = error;
      call.addLogEntry("error", "recording", { errorCode, message });
    }
  }

  stop(): void {
    this.#recordings.stopConference(this.#roomSid);
  }
}
