import { formatEvent, type LogFormat } from "@linedesk/base";

const INFO = 30;

/**
 * Writes a line of the supervisor. Without a wanted format it is text with the time in front, and
 * the start message, which has many lines, stays a page for people.
 */
export function formatNotice(text: string, now: Date, format: LogFormat | null): string {
  if (format !== null) {
    const event = { part: "supervisor", level: INFO, msg: text.trim(), time: now };
    return formatEvent(event, format);
  }
  return text.startsWith("\n") ? `${text}\n` : `${now.toISOString()} ${text}\n`;
}
