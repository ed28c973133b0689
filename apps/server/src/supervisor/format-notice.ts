import { stripVTControlCharacters } from "node:util";

import { formatEvent, type LogFormat } from "@linedesk/base";

const levels = { info: 30, error: 50 } as const;

export interface NoticeOptions {
  now: Date;
  /** The format that LOG_FORMAT sets; `null` means text with the time in front. */
  format: LogFormat | null;
  level?: keyof typeof levels;
}

/**
 * Formats a line of the supervisor. Without LOG_FORMAT it is text with the time in front, and the
 * start message stays a page of several lines for people.
 */
export function formatNotice(text: string, options: NoticeOptions): string {
  const { now, format, level = "info" } = options;
  if (format !== null) {
    const msg = stripVTControlCharacters(text).trim();
    const event = { part: "supervisor", level: levels[level], msg, time: now };
    return formatEvent(event, format);
  }
  return text.startsWith("\n") ? `${text}\n` : `${now.toISOString()} ${text}\n`;
}
