/**
 * Removes the focus from a button outside of the queue. Otherwise Enter would press this button,
 * although the previous key has changed the caller.
 */
export function leaveButton(): void {
  const focused = document.activeElement;
  const isCovered = document.querySelector("[data-covers]") !== null;
  const isButton = focused instanceof HTMLButtonElement;
  if (isButton && !isCovered && focused.closest("[data-region=queue]") === null) {
    focused.blur();
  }
}
