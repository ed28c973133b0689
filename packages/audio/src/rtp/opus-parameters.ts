// Reads and writes the `a=fmtp` parameters of Opus (RFC 7587 section 6.1).

/** The far end's parameters for our Opus (RFC 7587 section 6.1). */
export interface OpusOptions {
  /** Bits per second. With `null` the encoder chooses. */
  maxAverageBitrate: number | null;
  /** Is true when the far end can use forward error correction. */
  inBandFec: boolean;
  /** Is true when the far end requests the lowest delay, without error correction. */
  lowDelay?: boolean;
}

const MIN_BITRATE = 6000;
const MAX_BITRATE = 510_000;

/** Reads a far end's parameters and ignores invalid ones. */
export function readOpusParameters(text: string): OpusOptions {
  const bitrate = Number(/(?:^|[;\s])maxaveragebitrate=(\d{1,7})(?!\d)/i.exec(text)?.[1] ?? 0);
  return {
    maxAverageBitrate: bitrate === 0 ? null : Math.max(MIN_BITRATE, Math.min(MAX_BITRATE, bitrate)),
    inBandFec: /(?:^|[;\s])useinbandfec=1(?!\d)/i.test(text),
  };
}

/** Writes our parameters. If the far end named a bitrate, we request the same one from it. */
export function writeOpusParameters(opusOptions: OpusOptions | null): string {
  const bitrate = opusOptions?.maxAverageBitrate ?? null;
  return `minptime=10;useinbandfec=1${bitrate === null ? "" : `;maxaveragebitrate=${bitrate}`}`;
}
