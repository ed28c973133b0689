import type { MediaLeg } from "./media-leg.ts";
import type { PlaybackEnd, PlaybackId, RoomId } from "./media-port.ts";
import type { Playback } from "./playback.ts";
import { RoomMix, type RoomSum } from "./room-mix.ts";

const maxPlaybacks = 8;
/** Of a room in which nobody is: the telephone's. */
const lowestRate = 8000;

/** Members who hear each other: everybody gets the sum of all others (N-1), at his own rate. */
export class Room {
  readonly id: RoomId;
  readonly members = new Set<MediaLeg>();
  readonly #mix = new RoomMix();
  readonly #playbacks = new Map<PlaybackId, Playback>();

  constructor(id: RoomId) {
    this.id = id;
  }

  /** [XM30] The highest rate that a member has now. */
  get sampleRate(): number {
    let highest = lowestRate;
    for (const leg of this.members) highest = Math.max(highest, leg.sampleRate);
    return highest;
  }

  /** All voices and sounds of this tick, at a rate of the listener's choice. */
  sumAt(sampleRate: number): RoomSum {
    return this.#mix.sumAt(sampleRate);
  }

  /** The oldest sound makes way where there are too many. */
  add(playback: Playback): void {
    this.#playbacks.set(playback.id, playback);
    const oldest = this.#playbacks.values().next().value;
    if (this.#playbacks.size > maxPlaybacks) oldest?.end({ reason: "stopped" });
  }

  remove(playback: PlaybackId): void {
    this.#playbacks.delete(playback);
  }

  endPlaybacks(end: PlaybackEnd): void {
    for (const playback of this.#playbacks.values()) playback.end(end);
  }

  mix(): void {
    this.#mix.begin();
    for (const leg of this.members) {
      if (leg.isHeardInRoom) this.#mix.add(leg.incoming.block, leg.sampleRate);
    }
    for (const playback of this.#playbacks.values()) {
      if (playback.advance()) this.#mix.add(playback.block, playback.sampleRate);
    }
  }
}
