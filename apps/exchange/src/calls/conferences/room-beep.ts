import { Stopped } from "@linedesk/base";
import { BUILTIN } from "@linedesk/speech";
import type { RoomServices } from "./room-services.ts";

/** The beep of a room: one at a time, a new one takes the place of the one before. */
export class RoomBeep {
  readonly #playbacks: RoomServices["playbacks"];
  readonly #roomSid: string;
  #beeping = new AbortController();

  constructor(playbacks: RoomServices["playbacks"], roomSid: string) {
    this.#playbacks = playbacks;
    this.#roomSid = roomSid;
  }

  sound(): void {
    this.stop();
    this.#beeping = new AbortController();
    const speaker = this.#playbacks.inRoom(this.#roomSid);
    // It lasts a moment; nobody waits for it, and the next or the room's end may stop it.
    speaker.play(BUILTIN.beep, 1, this.#beeping.signal).catch(() => undefined);
  }

  stop(): void {
    this.#beeping.abort(new Stopped("over"));
  }
}
