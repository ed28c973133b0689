/** The header of an MPEG audio frame of layers I to III. */
interface MpegHeader {
  /** The frame's length in bytes. */
  length: number;
  /** The values that are equal in all frames of one sound: version, layer and sample rate. */
  kind: number;
}

const MPEG_1 = 3;
const RESERVED_VERSION = 1;
const LAYER_I = 3;
const LAYER_III = 1;

/** Kilobits per second by the index in the header, for MPEG 1 and for MPEG 2 and 2.5. */
const bitRates1: Readonly<Record<number, readonly number[]>> = {
  3: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
};
const lowBitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const bitRates2: Readonly<Record<number, readonly number[]>> = {
  3: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  2: lowBitRates,
  1: lowBitRates,
};
const sampleRates = [44_100, 48_000, 32_000];

/** Three headers, each at the position that the previous header gives, are not a coincidence. */
const MIN_FRAMES = 3;

type ReadHeader = (bytes: Uint8Array, at: number) => MpegHeader | null;

/**
 * Returns the position of the first MPEG frame that other frames follow; `null` if there is none. A
 * whole sound may also consist of one or two frames.
 */
export function findMpegFrames(
  bytes: Uint8Array,
  { from = 0, isWhole = false }: { from?: number; isWhole?: boolean } = {},
): number | null {
  return findFrames(bytes, from, readMpegHeader) ?? (isWhole ? findFew(bytes, from) : null);
}

/**
 * Divides MPEG audio at each change of version, layer or sample rate, for example where two files
 * are joined. The decoder returns all samples of one call at one rate.
 */
export function splitMpegKinds(bytes: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = [];
  let from = 0;
  let kind: number | null = null;
  let at = findFrames(bytes, 0, readMpegHeader);
  while (at !== null) {
    const first = readMpegHeader(bytes, at);
    if (first === null) {
      break;
    }
    if (kind !== null && kind !== first.kind) {
      runs.push(bytes.subarray(from, at));
      from = at;
    }
    kind = first.kind;
    at = findFrames(bytes, skipFrames(bytes, at, kind), readMpegHeader);
  }
  runs.push(bytes.subarray(from));
  return runs;
}

/** Returns the position after the consecutive frames of one kind. */
function skipFrames(bytes: Uint8Array, from: number, kind: number): number {
  let at = from;
  for (let header = readMpegHeader(bytes, at); header?.kind === kind;) {
    at += header.length;
    header = readMpegHeader(bytes, at);
  }
  return at;
}

/** Returns the position of the first AAC frame with an ADTS header that other frames follow. */
export function findAdtsFrames(bytes: Uint8Array, from = 0): number | null {
  return findFrames(bytes, from, readAdtsHeader);
}

function findFrames(bytes: Uint8Array, from: number, read: ReadHeader): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (countFrames(bytes, at, read) >= MIN_FRAMES) {
      return at;
    }
  }
  return null;
}

function findFew(bytes: Uint8Array, from: number): number | null {
  const first = readMpegHeader(bytes, from);
  return first !== null && from + first.length <= bytes.length ? from : null;
}

function countFrames(bytes: Uint8Array, from: number, read: ReadHeader): number {
  const first = read(bytes, from);
  let at = from;
  for (let count = 0; count < MIN_FRAMES; count += 1) {
    const header = read(bytes, at);
    if (header === null || header.kind !== first?.kind) {
      return count;
    }
    at += header.length;
  }
  return MIN_FRAMES;
}

function readMpegHeader(bytes: Uint8Array, at: number): MpegHeader | null {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const rates = version === MPEG_1 ? bitRates1 : bitRates2;
  const bitRate = rates[layer]?.[(third >> 4) - 1];
  const baseRate = sampleRates[(third >> 2) & 3];
  const isSync = sync === 0xff && (second & 0xe0) === 0xe0 && version !== RESERVED_VERSION;
  if (!isSync || bitRate === undefined || baseRate === undefined || (fourth & 3) === 2) {
    return null;
  }
  const sampleRate = version === MPEG_1 ? baseRate : baseRate / (version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const kind = (second & 0x1e) | ((third & 0x0c) << 8);
  if (layer === LAYER_I) {
    return { length: (Math.floor((12_000 * bitRate) / sampleRate) + padding) * 4, kind };
  }
  const slots = layer === LAYER_III && version !== MPEG_1 ? 72_000 : 144_000;
  return { length: Math.floor((slots * bitRate) / sampleRate) + padding, kind };
}

const MIN_ADTS_BYTES = 8;
const MAX_RATE_INDEX = 12;

function readAdtsHeader(bytes: Uint8Array, at: number): MpegHeader | null {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(
    at,
    at + 6,
  );
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  const isSync = sync === 0xff && (second & 0xf6) === 0xf0;
  const hasRate = ((third >> 2) & 15) <= MAX_RATE_INDEX;
  return isSync && hasRate && length >= MIN_ADTS_BYTES
    ? { length, kind: (second << 8) | (third & 0xfc) }
    : null;
}
