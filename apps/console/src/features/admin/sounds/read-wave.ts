/** The size of the head of the WAV files that the server sends. */
const HEAD_BYTES = 44;
const FULL_SCALE = 32_768;

/** Returns the peak of each part of a preview, from 0 to 1; the preview is a WAV of 16 bits. */
export function readWave(preview: string, parts: number): number[] {
  const bytes = Uint8Array.from(atob(preview.replace(/^.*,/, "")), (letter) =>
    letter.charCodeAt(0),
  );
  if (bytes.length <= HEAD_BYTES) {
    return [];
  }
  const samples = new DataView(bytes.buffer, HEAD_BYTES);
  const count = Math.floor(samples.byteLength / 2);
  const perPart = Math.max(1, Math.ceil(count / parts));
  const wave: number[] = [];
  for (let from = 0; from < count; from += perPart) {
    let peak = 0;
    for (let at = from; at < Math.min(from + perPart, count); at += 1) {
      peak = Math.max(peak, Math.abs(samples.getInt16(at * 2, true)));
    }
    wave.push(peak / FULL_SCALE);
  }
  return wave;
}
