import { isTyping } from "./is-typing.ts";

const CALLER_PANEL = "[data-keys=caller]";

/**
 * If the focused field disappears, keys still count as typing until the person pauses for this
 * long.
 */
const STILL_TYPING_MS = 1_500;

/**
 * Finds out whether keys go into a field. For a moment after the field has disappeared, they still
 * count as typing.
 */
export class TypingMonitor {
  #field: Element | null = null;
  #typedAt = -Infinity;
  #left: Element | null = null;

  /**
   * Notes whether the person leaves the field with Escape. Then no further key counts as typing.
   */
  note({ key }: KeyboardEvent): void {
    if (isTyping(document.activeElement)) {
      this.#left = key === "Escape" ? document.activeElement : null;
    }
  }

  isTyping(now: number): boolean {
    const focused = document.activeElement;
    if (isTyping(focused)) {
      this.#field = focused;
      this.#typedAt = now;
      return true;
    }
    const isGone = this.#field !== null && !this.#field.isConnected && this.#field !== this.#left;
    // When a field of the caller's panel disappears, the panel itself gets the focus.
    const isMoved = focused === document.body || focused?.matches(CALLER_PANEL) === true;
    if (!isMoved || !isGone || now - this.#typedAt > STILL_TYPING_MS) {
      this.#field = null;
      return false;
    }
    this.#typedAt = now;
    return true;
  }
}
