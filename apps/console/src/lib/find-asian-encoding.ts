type AsianEncoding = "shift_jis" | "euc-kr" | "gb18030" | "big5";

/** The first and the last byte of a range. */
type Range = readonly [number, number];

interface Pairs {
  /** The first bytes of the characters of two bytes. */
  leads: readonly Range[];
  /** The first bytes of the characters that are frequent in names and words. */
  common: readonly Range[];
  /** The lowest second byte of the frequent characters. */
  lowest: number;
}

/**
 * The earlier of two equally likely encodings is chosen: Korean uses only a part of the Chinese
 * range.
 */
const encodings: Record<AsianEncoding, Pairs> = {
  shift_jis: {
    leads: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
    common: [
      [0x81, 0x83],
      [0x88, 0x98],
    ],
    lowest: 0x40,
  },
  "euc-kr": { leads: [[0x81, 0xfe]], common: [[0xb0, 0xc8]], lowest: 0xa1 },
  gb18030: {
    leads: [[0x81, 0xfe]],
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    lowest: 0xa1,
  },
  big5: { leads: [[0x81, 0xfe]], common: [[0xa1, 0xc6]], lowest: 0x40 },
};

/**
 * The shares of the characters of two bytes that must be common, and that must have another such
 * character beside them.
 */
const LEAST_COMMON = 0.9;
const LEAST_BESIDE = 0.7;

/**
 * Recognises Japanese, Korean and Chinese text with characters of two bytes. Returns `null` for
 * other text, in which letters beyond ASCII are single, or in which pairs of bytes are not
 * characters.
 */
export function findAsianEncoding(bytes: Uint8Array): AsianEncoding | null {
  let best: { encoding: AsianEncoding; share: number } | null = null;
  for (const encoding of Object.keys(encodings) as AsianEncoding[]) {
    const share = isValid(bytes, encoding) ? rateShare(bytes, encodings[encoding]) : 0;
    if (share >= LEAST_COMMON && share > (best?.share ?? 0)) {
      best = { encoding, share };
    }
  }
  return best?.encoding ?? null;
}

function isValid(bytes: Uint8Array, encoding: AsianEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns the share of common characters; 0 when the characters are single. */
function rateShare(bytes: Uint8Array, { leads, common, lowest }: Pairs): number {
  let [all, often, beside] = [0, 0, 0];
  let before = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      continue;
    }
    all += 1;
    if (isIn(byte, leads)) {
      const isOften = isIn(byte, common) && (bytes[at + 1] ?? 0) >= lowest;
      often += isOften ? 1 : 0;
      const next = bytes[at + 2] ?? 0;
      beside += before === at || next >= 0x80 ? 1 : 0;
      before = at + 2;
      at += 1;
    }
  }
  return all > 1 && beside >= all * LEAST_BESIDE ? often / all : 0;
}

function isIn(byte: number, ranges: readonly Range[]): boolean {
  return ranges.some(([from, to]) => byte >= from && byte <= to);
}
