import { StoppedError } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import type { ParticipantDeps } from "./conference-deps.ts";

/** The beep of a room: one at a time, a new one takes the place of the one before. */
export class ConferenceBeep {
  readonly #playbacks: ParticipantDeps["playbacks"];
  readonly #roomSid: string;
  #beeping = new AbortController();

  constructor(playbacks: ParticipantDeps["playbacks"], roomSid: string) {
    this.#playbacks = playbacks;
    this.#roomSid = roomSid;
  }

  play(): void {
    this.stop();
    this.#beeping = new AbortController();
    const speaker = this.#playbacks.forRoom(this.#roomSid);
    // It lasts a moment; nobody waits for it, and the next or the room's end may stop it.
    speaker.play(BUILTIN_SOUNDS.beep, 1, this.#beeping.signal).catch(() => undefined);
  }

  stop(): void {
    this.#beeping.abort(new StoppedError("over"));
  }
}
