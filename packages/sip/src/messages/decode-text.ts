import { isUtf8 } from "node:buffer";

const LINE_END = 0x0a;

/**
 * Decodes the text of a message. SIP is UTF-8, but old exchanges and carriers write names in
 * Latin-1. A line that is not UTF-8 is therefore read as Latin-1.
 */
export function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    return bytes.toString("utf8");
  }
  let text = "";
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_END, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end + 1);
    text += line.toString(isUtf8(line) ? "utf8" : "latin1");
    from += line.length;
  }
  return text;
}
