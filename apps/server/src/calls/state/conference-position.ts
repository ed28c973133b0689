/** The last word on the caller's place in a room: joined, held or let back. */
export interface ConferencePosition {
  /** The conference's sid; numbers start again in another one. */
  room: string;
  sequence: number;
}

/**
 * Whether the event is older than what is known: hold and its end come in any order, and the
 * older one must not win.
 */
export function isStale(seen: ConferencePosition | null, event: ConferencePosition): boolean {
  return seen !== null && seen.room === event.room && event.sequence <= seen.sequence;
}
