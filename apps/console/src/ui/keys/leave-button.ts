/**
 * Removes the focus from a button outside of the queue. A shortcut has just selected another line
 * or taken another caller, and without this, Enter would still press the focused button.
 */
export function leaveButton(): void {
  const focused = document.activeElement;
  const isCovered = document.querySelector("[data-covers]") !== null;
  const isButton = focused instanceof HTMLButtonElement;
  if (isButton && !isCovered && focused.closest("[data-region=queue]") === null) {
    focused.blur();
  }
}
