/** Ids, which are ours and would read as numbers. */
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
/** What somebody has typed stands there too, without the mark by which a text is masked. */
const LEFT_OUT = new Set(["http.query", "query_string", "url.fragment", "url.query"]);
const MAX_DEPTH = 12;

const QUERY = /\?[^\s"'<>)]*/g;
/** As a browser's words for an element have its labels: `button[aria-label="Call Kim"]`. */
const ATTRIBUTE = /\[[\w-]+=(?:"[^"]*"|'[^']*')\]/g;
/** What is not closed is taken to the end. */
const QUOTED = /"[^"]*"?|“[^”]*”?|«[^»]*»?|„[^“]*“?/g;
/** Six digits and more, as people or the network write a telephone number; no part of an id. */
const NUMBER = /(?<!\w)(?:%2B|\+)?\d(?:[\s().-]?\d){5,}(?!\w)/gi;
/** The address of the page in a recording. */
const RECORDED_ADDRESS = /"href":"([^"?#]*)[?#][^"]*"/g;

export function maskText(text: string): string {
  return text
    .replaceAll(ATTRIBUTE, "")
    .replaceAll(QUOTED, '"…"')
    .replaceAll(QUERY, "")
    .replaceAll(NUMBER, "#");
}

/** Of a recording, whose texts are masked where it is made, the page's address is left. */
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
