import { randomUUID } from "node:crypto";

import { BLOCK_FRAMES } from "../sound/block.ts";

export interface CallPacket {
  codec: "opus" | "PCMU";
  ssrc: number;
  sequence: number;
  timestamp: number;
  payload: Uint8Array;
}

const SILENCE = new Int16Array(BLOCK_FRAMES);

export class LineTrack {
  readonly kind = "audio";
  readonly id = randomUUID();
  readonly readyState = "live";
  enabled = true;
  readonly #takers = new Set<(block: Int16Array) => void>();

  writeBlock(block: Int16Array): void {
    const given = this.enabled ? block : SILENCE;
    for (const take of this.#takers) {
      take(given);
    }
  }

  follow(take: (block: Int16Array) => void): () => void {
    this.#takers.add(take);
    return () => void this.#takers.delete(take);
  }

  stop(): void {
    // The line owns the track, which outlives each call.
  }
}

export class CallTrack {
  readonly kind = "audio";
  readonly id = randomUUID();
  readonly readyState = "live";
  enabled = true;
  #take: (packet: CallPacket) => void = () => undefined;

  receive(packet: CallPacket): void {
    this.#take(packet);
  }

  follow(take: (packet: CallPacket) => void): void {
    this.#take = take;
  }

  stop(): void {
    this.#take = () => undefined;
  }
}

/** The part of a browser's MediaStream that the SDK uses. */
export class LineStream<Track extends LineTrack | CallTrack = LineTrack | CallTrack> {
  readonly id = randomUUID();
  readonly #tracks: Track[] = [];

  constructor(tracks: readonly Track[] = []) {
    this.#tracks.push(...tracks);
  }

  addTrack(track: Track): void {
    this.#tracks.push(track);
  }

  getTracks(): Track[] {
    return [...this.#tracks];
  }

  getAudioTracks(): Track[] {
    return [...this.#tracks];
  }
}
