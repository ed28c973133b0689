const MAX_BODY_LENGTH = 200;

/**
 * Returns the digit in the body of an INFO: `application/dtmf-relay` (`Signal=5`) or
 * `application/dtmf` (`5`). 10 and 11 mean * and #. Returns `null` without a digit.
 */
export function parseDtmfInfo(contentType: string | null, body: string): string | null {
  if (body.length > MAX_BODY_LENGTH) {
    return null;
  }
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/dtmf-relay" && type !== "application/dtmf") {
    return null;
  }
  const signal = /^[ \t]*Signal\s*=\s*(\S+)/im.exec(body)?.[1] ?? body.trim();
  if (signal === "10") {
    return "*";
  }
  if (signal === "11") {
    return "#";
  }
  return /^[0-9*#A-D]$/i.test(signal) ? signal.toUpperCase() : null;
}

/** Formats the body of an INFO for a digit, as `application/dtmf-relay`. */
export function formatDtmfInfo(digit: string): string {
  return `Signal=${digit}\r\nDuration=160\r\n`;
}
