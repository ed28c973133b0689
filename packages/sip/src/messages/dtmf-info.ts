import { toDigit, toEventCode } from "@linedesk/audio";

const MAX_BODY_LENGTH = 200;

/** Events 10 to 15 by their numbers, which some telephones send in place of the characters. */
const numbered = new Map(Array.from("*#ABCD", (digit, at) => [String(10 + at), digit]));

/** The types of an INFO with a digit. */
export const DTMF_INFO_TYPES: readonly string[] = [
  "application/dtmf-relay",
  "application/dtmf",
  "application/dtmf-info",
  "application/vnd.nortelnetworks.digits",
  "audio/telephone-event",
];

/**
 * Returns the digit in the body of an INFO: `Signal=5`, `d=5` (Nortel), `5`, or the binary event of
 * RFC 4733. Returns `null` without a digit.
 */
export function parseDtmfInfo(contentType: string | null, body: string): string | null {
  if (body.length > MAX_BODY_LENGTH) {
    return null;
  }
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || !DTMF_INFO_TYPES.includes(type)) {
    return null;
  }
  if (type === "audio/telephone-event") {
    return toDigit(body.charCodeAt(0));
  }
  const named = /^[ \t]*(?:Signal|d)[ \t]*[=:][ \t]*["']?([^\s"';]+)/im.exec(body)?.[1];
  const signal = named ?? body.trim();
  const digit = numbered.get(signal) ?? signal.toUpperCase();
  return toEventCode(digit) === null ? null : digit;
}

/** Formats the body of an INFO for a digit, as `application/dtmf-relay`. */
export function formatDtmfInfo(digit: string): string {
  return `Signal=${digit}\r\nDuration=160\r\n`;
}
