/**
 * Takes the focus from a button outside of the queue. Otherwise Enter presses this button, although
 * the key before it has brought another caller.
 */
export function leaveButton(): void {
  const focused = document.activeElement;
  const isCovered = document.querySelector("[data-covers]") !== null;
  const isButton = focused instanceof HTMLButtonElement;
  if (isButton && !isCovered && focused.closest("[data-region=queue]") === null) {
    focused.blur();
  }
}
