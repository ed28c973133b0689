/** The forms of a log line: JSON for programs, text for people. */
export const LOG_FORMATS = ["json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/** The fields of a logger that the text shows in a special form, or does not show. */
const OWN_FIELDS = new Set("level time name part area msg err pid hostname v".split(" "));

/** Joins the lines of a text, such as a stack, because each event is one line of a log. */
export function joinLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ");
}

/** Returns the line of a logger in the given form, with a line end. */
export function formatLogLine(line: string, format: LogFormat): string {
  if (format === "json") {
    return line;
  }
  const entry = parseEntry(line);
  return entry === null ? `${joinLines(line)}\n` : `${formatEntry(entry)}\n`;
}

/** Returns the line of an event that no logger has written, such as the output of a library. */
export function formatEvent(
  { part, level, msg, time }: { part: string; level: number; msg: string; time: Date },
  format: LogFormat,
): string {
  const entry = { level, time: time.getTime(), part, msg };
  return format === "json" ? `${JSON.stringify(entry)}\n` : `${formatEntry(entry)}\n`;
}

type Entry = Record<string, unknown>;

function parseEntry(line: string): Entry | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : null;
  } catch {
    // Another program has written this line, so it has no fields.
    return null;
  }
}

function isObject(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formatEntry(entry: Entry): string {
  const { level, time, name, part, area, msg, err, ...rest } = entry;
  const source = [name, part, area].filter((one) => typeof one === "string").join("/");
  const fields = Object.entries(rest)
    .filter(([key]) => !OWN_FIELDS.has(key))
    .map(([key, value]) => `${key}=${formatValue(value)}`);
  return [
    formatTime(time),
    LEVELS[Number(level)] ?? (typeof level === "string" ? level : ""),
    source === "" ? "" : `${source}:`,
    typeof msg === "string" ? joinLines(msg) : "",
    ...fields,
    ...(err === undefined ? [] : [`err=${JSON.stringify(describeError(err))}`]),
  ]
    .filter((word) => word !== "")
    .join(" ");
}

function formatTime(time: unknown): string {
  const at = typeof time === "number" || typeof time === "string" ? new Date(time) : null;
  return at === null || Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/** A word without spaces, quotes and equals signs needs no quotes. */
const PLAIN = /^[^\s"=]+$/;

function formatValue(value: unknown): string {
  return typeof value === "string" && PLAIN.test(value) ? value : JSON.stringify(value);
}

function describeError(err: unknown): string {
  if (!isObject(err)) {
    return String(err);
  }
  const { type, message, stack, cause } = err;
  const words = typeof stack === "string" ? stack : `${String(type)}: ${String(message)}`;
  const because = cause === undefined ? "" : ` | caused by ${describeError(cause)}`;
  return `${joinLines(words)}${because}`;
}
