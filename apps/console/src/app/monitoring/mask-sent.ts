/** Fields with our own ids, which would otherwise be masked as numbers. */
const UNMASKED = new Set([
  "debug_id",
  "environment",
  "error_ids",
  "event_id",
  "parent_span_id",
  "platform",
  "public_key",
  "release",
  "replay_id",
  "sample_rand",
  "sample_rate",
  "segment_id",
  "sent_at",
  "sid",
  "span_id",
  "timestamp",
  "trace_id",
  "trace_ids",
  "type",
]);
/**
 * Fields that can contain typed text. They are removed, because no pattern can recognise the typed
 * text in them.
 */
const LEFT_OUT = new Set(["http.query", "query_string", "url.fragment", "url.query"]);
const MAX_DEPTH = 12;

const QUERY = /\?[^\s"'<>)]*/g;
/** Matches labels in a browser's description of an element: `button[aria-label="Call Kim"]`. */
const ATTRIBUTE = /\[[\w-]+=(?:"[^"]*"|'[^']*')\]/g;
/** Matches quoted text; an unclosed quote extends to the end. */
const QUOTED = /"[^"]*"?|“[^”]*”?|«[^»]*»?|„[^“]*“?/g;
/** Matches a telephone number: six digits or more, with separators, outside an id. */
const NUMBER = /(?<!\w)(?:%2B|\+)?\d(?:[\s().-]?\d){5,}(?!\w)/gi;
/** Matches the address of the page in a recording. */
const RECORDED_ADDRESS = /"href":"([^"?#]*)[?#][^"]*"/g;

export function maskText(text: string): string {
  return text
    .replaceAll(ATTRIBUTE, "")
    .replaceAll(QUOTED, '"…"')
    .replaceAll(QUERY, "")
    .replaceAll(NUMBER, "#");
}

/**
 * Removes the query of the page's address. The texts of a recording are masked while it is
 * recorded.
 */
export function maskRecording(recording: string): string {
  return recording.replaceAll(RECORDED_ADDRESS, '"href":"$1"');
}

export function maskSent<T>(value: T, depth = 0): T {
  return mask(value, depth) as T;
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    return maskText(value);
  }
  if (depth > MAX_DEPTH) {
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((entry) => mask(entry, depth + 1));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, entry]) => [name, UNMASKED.has(name) ? entry : mask(entry, depth + 1)]);
  return Object.fromEntries(entries);
}
