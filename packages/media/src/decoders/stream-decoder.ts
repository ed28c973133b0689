export interface MonoAudio {
  sampleRate: number;
  samples: Float32Array;
}

/** Decodes what comes piece by piece; a piece may give nothing, or sounds of several rates. */
export interface StreamDecoder {
  /** Throws MediaError `sound_unreadable` where nothing can come of it any more. */
  decode(bytes: Uint8Array): Promise<MonoAudio[]>;
  /** What was still held back, at the end. */
  finish(): Promise<MonoAudio[]>;
  close(): void;
}

interface DecodedChannels {
  channelData: readonly Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/** All channels as one; nothing where nothing was decoded. */
export function toMono({ channelData, samplesDecoded, sampleRate }: DecodedChannels): MonoAudio[] {
  const [first, ...others] = channelData;
  // A decoder that has lost its way has been seen to answer with a rate of 0.
  if (first === undefined || samplesDecoded === 0 || !(sampleRate >= 1000)) {
    return [];
  }
  const samples = first.map(
    (sample, i) =>
      others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channelData.length,
  );
  return [{ sampleRate, samples }];
}
