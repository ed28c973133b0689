/** [VD71] Nobody sees that so little later; by then the browser has done its part of a connect. */
const DRAWN_LATER_MS = 80;
/** [VD90] By then a connect is heard; one that takes longer is drawn while it goes on. */
const HELD_MS = 200;
/** [DS80] Nobody reads rows that move, and each drawing costs a frame or more. */
const SCROLLED_MS = 300;

/** When the page draws what can wait: soon, but not while a connect is under way. */
export class DrawingHold {
  #isHeld = false;
  #isScrolled = false;
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The list has scrolled a moment ago. */
  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  /** The list scrolls: for a moment others' events wait, however long the scroll goes on. */
  noteScroll(): void {
    if (!this.#isScrolled) {
      this.#isScrolled = true;
      setTimeout(() => {
        this.#isScrolled = false;
        this.#drawWaiting();
      }, SCROLLED_MS);
    }
  }

  /** A connect begins. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#isHeld = true;
    this.#timer = setTimeout(() => this.#end(), HELD_MS);
  }

  /** Draws it in a moment, or when the connect is heard. */
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
