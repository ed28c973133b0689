import type { KeyboardEvent } from "react";

/**
 * Moves the focus from a field to the card, dialog or popover that contains it. The key does not
 * close this card, so that typed text stays.
 */
export function leaveField(event: KeyboardEvent<HTMLInputElement>): void {
  event.stopPropagation();
  event.currentTarget.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus();
}

/** Lets the first Esc in a field with text only leave the field. */
export function leaveTypedText(event: KeyboardEvent<HTMLInputElement>): void {
  const isTyped = event.currentTarget.value !== "" && !event.nativeEvent.isComposing;
  if (event.key === "Escape" && isTyped) {
    leaveField(event);
  }
}
