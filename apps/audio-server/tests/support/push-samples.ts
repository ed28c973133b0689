export function pushSamples(received: Int16Array, samples: Float32Array): void {
  received.copyWithin(0, samples.length);
  received.set(
    Int16Array.from(samples, (sample) => sample * 32_767),
    received.length - samples.length,
  );
}
