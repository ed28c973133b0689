/** One second of ticks. */
const SILENT_TICKS = 50;
/** After this many valid packets of the same stream, a new port replaces a silent one. */
const MIN_PACKETS = 5;
const SSRC_AT = 8;

/**
 * Recognises a far end whose packets come from another port, for example because a router has given
 * it a new mapping. The stream keeps its SSRC, and nothing comes from the earlier port any more.
 */
export class MovedSource {
  #ssrc: number | null = null;
  #silentTicks = 0;
  #candidate = { port: 0, count: 0 };

  /** Is true while nothing has come from the far end for a second. */
  get isSilent(): boolean {
    return this.#silentTicks >= SILENT_TICKS;
  }

  /** Stores a valid packet of the far end. */
  note(packet: Buffer): void {
    this.#ssrc = readSsrc(packet);
    this.#silentTicks = 0;
    this.#candidate.count = 0;
  }

  tick(): void {
    this.#silentTicks += 1;
  }

  /** Counts a valid packet from another port. Returns true once that port is the far end's. */
  isMove(packet: Buffer, port: number): boolean {
    if (readSsrc(packet) !== this.#ssrc) {
      return false;
    }
    if (this.#candidate.port !== port) {
      this.#candidate = { port, count: 0 };
    }
    this.#candidate.count += 1;
    return this.#candidate.count >= MIN_PACKETS;
  }

  reset(): void {
    this.#ssrc = null;
    this.#silentTicks = 0;
    this.#candidate.count = 0;
  }
}

function readSsrc(packet: Buffer): number | null {
  return packet.length < SSRC_AT + 4 ? null : packet.readUInt32BE(SSRC_AT);
}
