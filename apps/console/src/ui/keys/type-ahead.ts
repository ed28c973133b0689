import type { Command } from "./command.ts";
import { isTyping } from "./is-typing.ts";

/** After this time without a text field, the focused element gets the keys. */
const NO_FIELD_AFTER_MS = 100;

interface Wait {
  /** The element that had the focus when the key opened a field. */
  from: Element | null;
  until: number;
  typed: Pick<KeyboardEvent, "key" | "code">[];
}

/**
 * Keeps the keys that a person types after a key that opens a panel, until the field of the panel
 * has the focus. Without this they would run commands, or go into the field that had the focus.
 */
export class TypeAhead {
  #wait: Wait | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Runs a command, and expects a text field if the command opens one. */
  run({ run, opensFieldMs, isPossible }: Command): void {
    if (opensFieldMs !== undefined && isPossible?.() !== false) {
      const until = performance.now() + opensFieldMs;
      this.#wait = { from: document.activeElement, until, typed: [] };
    }
    run();
  }

  /** Handles a key before every other listener. */
  handleKey(event: KeyboardEvent): void {
    const wait = this.#wait;
    if (wait === null || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (performance.now() > wait.until || event.key === "Escape") {
      return this.stop();
    }
    if (this.#isOver(wait, event)) {
      return this.#deliver(document.activeElement);
    }
    const isText = event.key.length === 1;
    if (!isText && event.key !== "Backspace" && event.key !== "Enter") {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Backspace") {
      wait.typed.pop();
    } else if (isText && !event.repeat) {
      wait.typed.push({ key: event.key, code: event.code });
    }
  }

  /** Checks the focus after it has moved, but later, because React may move it once more. */
  handleFocus(): void {
    if (this.#wait !== null) {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#settle());
    }
  }

  stop(): void {
    clearTimeout(this.#settling);
    this.#wait = null;
  }

  /** The wait is over when a text field has the focus, or when the person moves on with Tab. */
  #isOver(wait: Wait, event: KeyboardEvent): boolean {
    const focused = document.activeElement;
    return hasMoved(wait, focused) && (isTyping(focused) || event.key === "Tab");
  }

  #settle(): void {
    const focused = document.activeElement;
    if (this.#wait === null || !hasMoved(this.#wait, focused)) {
      return;
    }
    if (isTyping(focused)) {
      return this.#deliver(focused);
    }
    this.#settling = setTimeout(() => this.#deliver(document.activeElement), NO_FIELD_AFTER_MS);
  }

  #deliver(target: Element | null): void {
    const typed = this.#wait?.typed ?? [];
    this.stop();
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      if (isTyping(target) && typed.length > 0) {
        insertText(target, typed.map(({ key }) => key).join(""));
      }
      return;
    }
    for (const one of typed) {
      const press = new KeyboardEvent("keydown", { ...one, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
    }
  }
}

function hasMoved({ from }: Wait, focused: Element | null): boolean {
  return focused !== from && focused !== document.body;
}

function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = field;
  const start = selectionStart ?? field.value.length;
  field.setRangeText(text, start, selectionEnd ?? start, "end");
  field.dispatchEvent(
    new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }),
  );
}
