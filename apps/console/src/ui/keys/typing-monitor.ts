import { isTyping } from "./is-typing.ts";

const CALLER_PANEL = "[data-keys=caller]";

/**
 * If the focused field disappears, keys still count as typing until the person pauses for this
 * long.
 */
const STILL_TYPING_MS = 1_500;

/** Tells whether keys go into a field, also for a moment after the field has disappeared. */
export class TypingMonitor {
  #field: Element | null = null;
  #typedAt = -Infinity;
  #left: Element | null = null;

  /** Notes the field that the person leaves by Escape, after which nothing more goes into it. */
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
    // The caller's panel itself takes the focus of its field that has disappeared.
    const isMoved = focused === document.body || focused?.matches(CALLER_PANEL) === true;
    if (!isMoved || !isGone || now - this.#typedAt > STILL_TYPING_MS) {
      this.#field = null;
      return false;
    }
    this.#typedAt = now;
    return true;
  }
}
