import type { PageTimers } from "../../lib/page-timers.ts";
import { createRestTimer } from "../../lib/rest-timer.ts";

/** Nobody sees that so little later; by then the browser has done its part of a connect. */
const DRAWN_LATER_MS = 80;
/** By then a connect is heard; one that takes longer is drawn while it goes on. */
const HELD_MS = 200;
/** Nobody reads rows that move, and each drawing costs a frame or more. */
const RESTS_AFTER_MS = 150;
const LATEST_MS = 4_000;
/** Where it is flung. */
const LATEST_FLUNG_MS = 10_000;
/** What comes meanwhile is taken in together: each time costs a good part of a frame. */
const TAKEN_IN_MS = 200;
const TAKEN_IN_FLUNG_MS = 400;

/** By then the answer to a press is drawn. */
const PRESSED_MS = 120;

/** When the page draws what can wait: soon, but not while a connect is under way. */
export class DrawingHold {
  #isHeld = false;
  #isScrolled = false;
  #isFlung = false;
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

  /** The list scrolls: others' events wait until it rests, but not as long as somebody can. */
  noteScroll(isFlung: boolean): void {
    const now = performance.now();
    const latestMs = isFlung ? LATEST_FLUNG_MS : LATEST_MS;
    if (this.#isScrolled && now - this.#scrolledMs >= latestMs) {
      this.endScroll();
    }
    this.#rest.note();
    this.#isFlung = isFlung;
    if (!this.#isScrolled) {
      this.#isScrolled = true;
      this.#scrolledMs = now;
    }
  }

  takeIn(take: () => void, timers: Pick<PageTimers, "batch" | "schedule">): void {
    if (this.#isScrolled) {
      timers.schedule(take, this.#isFlung ? TAKEN_IN_FLUNG_MS : TAKEN_IN_MS);
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

  /** Nothing waits for the scroll any longer, until the list moves again. */
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
