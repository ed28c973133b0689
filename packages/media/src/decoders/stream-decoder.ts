export interface MonoAudio {
  sampleRate: number;
  samples: Float32Array;
}

/** Decodes a stream piece by piece. A piece may give no sound, or sounds with several rates. */
export interface StreamDecoder {
  /** Throws MediaError `sound_unreadable` when no further decoding is possible. */
  decode(bytes: Uint8Array): Promise<MonoAudio[]>;
  /** Returns the rest of the decoded sound at the end of the stream. */
  finish(): Promise<MonoAudio[]>;
  close(): void;
}

interface DecodedChannels {
  channelData: readonly Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/** Mixes all channels into one. Returns an empty array if nothing was decoded. */
export function toMono({ channelData, samplesDecoded, sampleRate }: DecodedChannels): MonoAudio[] {
  const [first, ...others] = channelData;
  // A decoder that lost synchronisation can return a rate of 0.
  if (first === undefined || samplesDecoded === 0 || !(sampleRate >= 1000)) {
    return [];
  }
  const samples = first.map(
    (sample, i) =>
      others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channelData.length,
  );
  return [{ sampleRate, samples }];
}
