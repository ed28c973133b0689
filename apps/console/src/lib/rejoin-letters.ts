const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const BLANKS = [0x20, 0x09];
const CARD = /^(?:\xEF\xBB\xBF)?\s*BEGIN:VCARD/i;

/**
 * Moves a line break within a letter of UTF-8 to the end of the letter. Some programs break a line
 * of a vCard after 75 bytes, even within a letter (RFC 6350 3.2). Other files stay unchanged.
 */
export function rejoinLetters(bytes: Uint8Array): Uint8Array {
  if (!CARD.test(String.fromCharCode(...bytes.subarray(0, 40)))) {
    return bytes;
  }
  const joined = Uint8Array.from(bytes);
  for (let at = joined.indexOf(NEW_LINE); at !== -1; at = joined.indexOf(NEW_LINE, at + 1)) {
    moveBreak(joined, at);
  }
  return joined;
}

/** Exchanges the line break at `at` and the bytes behind it that complete a letter. */
function moveBreak(bytes: Uint8Array, at: number): void {
  const from = bytes[at - 1] === RETURN ? at - 1 : at;
  const behind = at + 2;
  if (!BLANKS.includes(bytes[at + 1] ?? 0)) {
    return;
  }
  const missing = countMissing(bytes, from);
  const rest = bytes.slice(behind, behind + missing);
  if (missing > 0 && rest.length === missing && rest.every(isContinuation)) {
    bytes.copyWithin(from + missing, from, behind);
    bytes.set(rest, from);
  }
}

/** Counts the bytes that the letter before `end` lacks. */
function countMissing(bytes: Uint8Array, end: number): number {
  let first = end - 1;
  while (first > end - 4 && isContinuation(bytes[first] ?? 0)) {
    first -= 1;
  }
  return Math.max(0, countBytes(bytes[first] ?? 0) - (end - first));
}

/** Returns the number of bytes of a UTF-8 letter, which its first byte shows. */
function countBytes(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
