// The `a=fmtp` parameters of Opus (RFC 7587 section 6.1), as browsers and telephones write them.

/** What a far end wants of our Opus (RFC 7587 section 6.1). */
export interface OpusOptions {
  /** Bits per second; null leaves the choice to the encoder. */
  maxAverageBitrate: number | null;
  /** Can the far end make use of forward error correction? */
  inBandFec: boolean;
  /** Is it in such a hurry that it does without error correction? */
  lowDelay?: boolean;
}

const MIN_BITRATE = 6000;
const MAX_BITRATE = 510_000;

/** What a far end's parameters ask of us; what makes no sense is read over. */
export function readOpusParameters(text: string): OpusOptions {
  const bitrate = Number(/(?:^|[;\s])maxaveragebitrate=(\d{1,7})(?!\d)/i.exec(text)?.[1] ?? 0);
  return {
    maxAverageBitrate: bitrate === 0 ? null : Math.max(MIN_BITRATE, Math.min(MAX_BITRATE, bitrate)),
    inBandFec: /(?:^|[;\s])useinbandfec=1(?!\d)/i.test(text),
  };
}

/** What we say of ourselves; a bitrate that the far end named is asked of it as well. */
export function writeOpusParameters(opusOptions: OpusOptions | null): string {
  const bitrate = opusOptions?.maxAverageBitrate ?? null;
  return `minptime=10;useinbandfec=1${bitrate === null ? "" : `;maxaveragebitrate=${bitrate}`}`;
}
