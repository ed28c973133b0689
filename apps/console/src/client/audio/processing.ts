/** The browser's processing of a microphone. */
export interface Processing {
  autoGainControl: boolean;
  noiseSuppression: boolean;
  echoCancellation: boolean;
}

/** The browser's own default. */
export const fullProcessing: Processing = {
  autoGainControl: true,
  noiseSuppression: true,
  echoCancellation: true,
};

export const noProcessing: Processing = {
  autoGainControl: false,
  noiseSuppression: false,
  echoCancellation: false,
};

export const processingKinds = ["autoGainControl", "noiseSuppression", "echoCancellation"] as const;

export function isSameProcessing(one: Processing, other: Processing): boolean {
  return processingKinds.every((kind) => one[kind] === other[kind]);
}

/**
 * Returns true for two kinds of processing that Chrome does not open at the same time on a
 * microphone. Sound without processing can be open together with each kind.
 */
export function isExclusive(one: Processing, other: Processing): boolean {
  const isProcessed = [one, other].every((each) => !isSameProcessing(each, noProcessing));
  return isProcessed && !isSameProcessing(one, other);
}

export function isProcessedSo(stream: MediaStream, processing: Processing): boolean {
  return stream.getTracks().every((track) => {
    const settings = track.getSettings();
    // A setting that the browser does not report cannot be set there, so it is not compared.
    return processingKinds.every(
      (kind) => (settings[kind] ?? processing[kind]) === processing[kind],
    );
  });
}

export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}
