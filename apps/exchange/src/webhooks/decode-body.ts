const DECLARATION = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]{0,40})["']/;
/** The longest XML declaration that is read. */
const DECLARATION_BYTES = 256;

/**
 * Decodes an answer by its byte order mark, the charset of its content type, its XML declaration,
 * or as UTF-8. An unknown charset is reported, and the text is read as UTF-8.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string,
): { body: string; unknownCharset?: string } {
  const charset =
    readByteOrderMark(bytes) ??
    charsetOfType(contentType) ??
    charsetOfDeclaration(bytes) ??
    "utf-8";
  try {
    return { body: new TextDecoder(charset).decode(bytes) };
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return { body: new TextDecoder().decode(bytes), unknownCharset: charset };
  }
}

function readByteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return "utf-8";
  }
  if (first === 0xfe && second === 0xff) {
    return "utf-16be";
  }
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

function charsetOfType(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s;"]{1,40})/i.exec(contentType)?.[1] ?? null;
}

function charsetOfDeclaration(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  return DECLARATION.exec(start)?.[1] ?? null;
}
