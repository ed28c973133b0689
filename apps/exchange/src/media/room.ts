import { addInto } from "@linedesk/audio";
import type { MediaLeg } from "./media-leg.ts";
import type { PlaybackEnd, PlaybackId, RoomId } from "./media-port.ts";
import { samplesPerTick } from "./outgoing-stream.ts";
import type { Playback } from "./playback.ts";

const maxPlaybacks = 8;

/** Members who hear each other: everybody gets the sum of all others (N-1). */
export class Room {
  readonly id: RoomId;
  readonly members = new Set<MediaLeg>();
  /** All voices and sounds of this tick. */
  readonly sum = new Int32Array(samplesPerTick);
  readonly #playbacks = new Map<PlaybackId, Playback>();
  #sources = 0;

  constructor(id: RoomId) {
    this.id = id;
  }

  /** How many voices and sounds are in the sum. */
  get sources(): number {
    return this.#sources;
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
    this.sum.fill(0);
    this.#sources = 0;
    for (const leg of this.members) {
      if (leg.isHeardInRoom) this.#add(leg.incoming.block);
    }
    for (const playback of this.#playbacks.values()) {
      if (playback.advance()) this.#add(playback.block);
    }
  }

  #add(block: Int16Array): void {
    addInto(this.sum, block, samplesPerTick);
    this.#sources += 1;
  }
}
