const ID3_HEADER_BYTES = 10;
const byteOrderMarks = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;
/** Padding bytes, and the line ends that scripts print by mistake. */
const fillers = new Set([0, 9, 10, 13, 32]);

/**
 * Returns the position after everything that programs put before a sound of any format: ID3 tags,
 * zeros, blanks and byte order marks. If a tag is longer than the bytes, the position is beyond
 * their end.
 */
export function skipPrelude(bytes: Uint8Array): number {
  let at = 0;
  for (let end = skipOne(bytes, at); end > at; end = skipOne(bytes, at)) {
    at = end;
  }
  return at;
}

function skipOne(bytes: Uint8Array, at: number): number {
  // An MP4 begins with a length, whose first bytes are zeros.
  if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === "ftyp") {
    return at;
  }
  const mark = byteOrderMarks.find((one) => one.every((byte, i) => bytes[at + i] === byte));
  // The mark of UTF-16 is also a rare MPEG header, so it is skipped only at the beginning of a
  // file.
  if (mark !== undefined && (at === 0 || mark.length === 3)) {
    return at + mark.length;
  }
  const tagBytes = readTagLength(bytes, at);
  if (tagBytes > 0) {
    return at + tagBytes;
  }
  let end = at;
  while (end < bytes.length && fillers.has(bytes[end] ?? -1)) {
    end += 1;
  }
  return end;
}

/** Returns the length of the ID3v2 tag at the position, and 0 if there is none. */
function readTagLength(bytes: Uint8Array, at: number): number {
  const [i, d, three, major = 0xff, , flags = 0, ...sizes] = bytes.subarray(
    at,
    at + ID3_HEADER_BYTES,
  );
  const isTag = i === 0x49 && d === 0x44 && three === 0x33 && major < 0xff;
  if (!isTag || sizes.length < 4 || sizes.some((size) => size > 0x7f)) {
    return 0;
  }
  const size = sizes.reduce((sum, seven) => sum * 128 + seven, 0);
  const footerBytes = (flags & 0x10) === 0 ? 0 : ID3_HEADER_BYTES;
  return ID3_HEADER_BYTES + size + footerBytes;
}
