import type { StoredCourse } from "../../calls/live/stored-call.ts";

/** The first calls with one document, up to this number, request it without a delay. */
const AT_ONCE = 16;
/** Within this time, consoles reconnect their lines. */
const LINES_FIRST_MS = 3_000;
const SPACING_MS = 50;
/** The last document is requested after at most this time. */
const LONGEST_MS = 20_000;

/**
 * Spreads the document requests of resumed calls over time. Without this pace, the requests of a
 * long queue would delay the application's work for the calls in which people talk.
 */
export class RequestPace {
  readonly #spacingMs: number;
  readonly #countOf = new Map<string, number>();

  /** `calls` is the number of resumed calls. */
  constructor(calls: number) {
    this.#spacingMs = Math.min(SPACING_MS, (LONGEST_MS - LINES_FIRST_MS) / Math.max(1, calls));
  }

  /**
   * Returns the delay of a call's request in milliseconds. Callers in a queue have the URL of their
   * document in common. They hear music, so the requests of a long queue follow later, one after
   * another. A document for one call, as in a room of two, is requested at once.
   */
  delayOf({ document }: Pick<StoredCourse, "document">): number {
    if (document === null || "twiml" in document) {
      return 0;
    }
    const before = this.#countOf.get(document.url) ?? 0;
    this.#countOf.set(document.url, before + 1);
    return before < AT_ONCE ? 0 : LINES_FIRST_MS + (before - AT_ONCE) * this.#spacingMs;
  }
}
