/** 13:04:05.678, in the reader's own time zone. */
export function formatClockTime(iso: string): string {
  const at = new Date(iso);
  function two(value: number): string {
    return String(value).padStart(2, "0");
  }
  const millis = String(at.getMilliseconds()).padStart(3, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${millis}`;
}

/** How much later than what was before it: `+0.4 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 1000) {
    return `+${ms} ms`;
  }
  return ms < 60_000 ? `+${(ms / 1000).toFixed(1)} s` : `+${Math.round(ms / 60_000)} min`;
}

export function formatDuration(fromIso: string, toIso: string | null): string {
  const seconds = Math.max(
    0,
    Math.round((Date.parse(toIso ?? new Date().toISOString()) - Date.parse(fromIso)) / 1000),
  );
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Loudness as people in studios read it. */
export function formatDecibels(level: number): number {
  return level <= 0 ? -90 : Math.max(-90, Math.round(20 * Math.log10(level)));
}

/** How much of a meter from -60 dB to 0 dB is lit, 0..1. */
export function litSegments(level: number): number {
  return Math.max(0, Math.min(1, (formatDecibels(level) + 60) / 60));
}

export function shortSid(sid: string): string {
  return sid.length > 12 ? `${sid.slice(0, 2)}…${sid.slice(-6)}` : sid;
}

export function formatPath(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, "").split("?", 1)[0] || "/";
}

const TONES: Record<string, string> = {
  "in-progress": "good",
  completed: "quiet",
  queued: "wait",
  ringing: "wait",
  init: "wait",
  busy: "bad",
  failed: "bad",
  "no-answer": "bad",
  canceled: "quiet",
};

/** Which of the page's colours a status has; its word stands beside it always. */
export function tone(status: string): string {
  return TONES[status] ?? "quiet";
}
