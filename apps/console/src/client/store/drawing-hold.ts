import type { PageTimers } from "../../lib/page-timers.ts";
import { createRestTimer } from "../../lib/rest-timer.ts";

/** The delay is too short to be noticed, and gives the browser time for its part of the connect. */
const DRAWN_LATER_MS = 80;
/** The length of the hold during a connect. Most connects have sound before its end. */
const HELD_MS = 200;
/**
 * Without a scroll for this time the list is at rest. Until then changes by other people are not
 * drawn, because nobody reads moving rows, and each drawing costs a frame.
 */
const RESTS_AFTER_MS = 150;
const LONGEST_HOLD_MS = 4_000;
/** The longest hold during a fast scroll. */
const LATEST_FAST_MS = 10_000;
/**
 * Events of this interval are applied together, because each update takes a large part of a frame.
 */
const APPLY_AFTER_MS = 200;
const TAKEN_IN_FAST_MS = 400;

/** After a press, events wait for this time, in which the response to the press is drawn. */
const PRESSED_MS = 120;

/**
 * Delays the drawing of changes that can wait, while a connect is in progress or the list scrolls.
 */
export class DrawingHold {
  #isHeld = false;
  #isScrolled = false;
  #isFast = false;
  #scrolledMs = 0;
  #isPressed = false;
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #rest = createRestTimer(RESTS_AFTER_MS, () => this.endScroll());

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  /**
   * Notes a scroll. Events of other people wait until the list rests, but at most 4 s, or 10 s in a
   * fast scroll.
   */
  noteScroll(isFast: boolean): void {
    const now = performance.now();
    const latestMs = isFast ? LATEST_FAST_MS : LONGEST_HOLD_MS;
    if (this.#isScrolled && now - this.#scrolledMs >= latestMs) {
      this.endScroll();
    }
    this.#rest.note();
    this.#isFast = isFast;
    if (!this.#isScrolled) {
      this.#isScrolled = true;
      this.#scrolledMs = now;
    }
  }

  scheduleTake(take: () => void, timers: Pick<PageTimers, "batch" | "schedule">): void {
    if (this.#isScrolled) {
      timers.schedule(take, this.#isFast ? TAKEN_IN_FAST_MS : APPLY_AFTER_MS);
    } else if (this.#isPressed) {
      timers.schedule(take, PRESSED_MS);
    } else {
      timers.batch(take);
    }
  }

  notePress(): void {
    if (!this.#isPressed) {
      this.#isPressed = true;
      setTimeout(() => (this.#isPressed = false), PRESSED_MS);
    }
  }

  /** Draws the changes that wait for the scroll. The wait begins again when the list moves. */
  endScroll(): void {
    this.#rest.cancel();
    this.#isScrolled = false;
    this.#drawWaiting();
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#isHeld = true;
    this.#timer = setTimeout(() => this.#end(), HELD_MS);
  }

  readonly drawLater = (draw: () => void): void => {
    setTimeout(() => {
      if (this.#isHeld || this.#isScrolled) {
        this.#waiting.push(draw);
      } else {
        draw();
      }
    }, DRAWN_LATER_MS);
  };

  #end(): void {
    this.#isHeld = false;
    this.#drawWaiting();
  }

  #drawWaiting(): void {
    if (this.#isHeld || this.#isScrolled) {
      return;
    }
    for (const draw of this.#waiting.splice(0)) {
      draw();
    }
  }
}
