/** [VD71] Nobody sees that so little later; by then the browser has done its part of a connect. */
const DRAWN_LATER_MS = 80;
/** [VD90] By then a connect is heard; one that takes longer is drawn while it goes on. */
const HELD_MS = 200;

/** When the page draws what can wait: soon, but not while a connect is under way. */
export class DrawingHold {
  #isHeld = false;
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isHeld(): boolean {
    return this.#isHeld;
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
      if (this.#isHeld) {
        this.#waiting.push(draw);
      } else {
        draw();
      }
    }, DRAWN_LATER_MS);
  };

  #end(): void {
    this.#isHeld = false;
    for (const draw of this.#waiting.splice(0)) {
      draw();
    }
  }
}
