/** Runs in the page. Returns controls that are covered or that cannot be scrolled into view. */
export function findHidden(controls: Element[]): { count: number; hidden: string[] } {
  function isSeen(control: Element, block: ScrollLogicalPosition): boolean {
    control.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    // A link over several lines has a box for each line.
    const [box = control.getBoundingClientRect()] = control.getClientRects();
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    // A switch and a file field are hidden inputs inside the element that a person presses.
    const field = control.matches("input") ? control.parentElement : null;
    const around = control.closest("label") ?? field ?? control;
    const isWithin = box.left >= -1 && box.right <= window.innerWidth + 1;
    return isWithin && at !== null && around.contains(at);
  }
  const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const hidden = shown.filter(
    (one) => !(["center", "end", "start"] as const).some((block) => isSeen(one, block)),
  );
  return { count: shown.length, hidden: hidden.map((one) => one.outerHTML.slice(0, 160)) };
}
