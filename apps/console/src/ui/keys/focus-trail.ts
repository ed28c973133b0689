/**
 * Remembers the element that had the focus before a part of the page got it, so that Esc can return
 * the focus.
 */
export interface FocusTrail {
  /** Moves the focus back; returns false when there is no previous element. */
  goBack: () => boolean;
  close: () => void;
}

const PARTS = "[data-region], [data-trail]";

function findPart(element: Element | null): Element | null {
  return element?.closest(PARTS) ?? null;
}

/**
 * Returns the element, or, if it was a row that has been removed, the row that shows its call now.
 */
export function findAgain(element: HTMLElement): HTMLElement | null {
  if (element.isConnected) {
    return element;
  }
  const { row } = element.dataset;
  return row === undefined ? null : document.querySelector(`[data-row="${row}"]`);
}

export function followFocus(): FocusTrail {
  const origins = new Map<Element, HTMLElement>();
  let goingBack = false;
  function note({ target, relatedTarget }: FocusEvent): void {
    const part = target instanceof Element ? findPart(target) : null;
    const isInside = relatedTarget instanceof Element && part?.contains(relatedTarget) === true;
    const isNested = isInside && findPart(relatedTarget as Element) === part;
    if (part === null || isNested || goingBack || !(relatedTarget instanceof HTMLElement)) {
      return;
    }
    for (const known of origins.keys()) {
      if (!known.isConnected) {
        origins.delete(known);
      }
    }
    origins.set(part, relatedTarget);
  }
  document.addEventListener("focusin", note);
  return {
    goBack() {
      const part = findPart(document.activeElement);
      const origin = part === null ? undefined : origins.get(part);
      if (part === null || origin === undefined) {
        return false;
      }
      origins.delete(part);
      goingBack = true;
      findAgain(origin)?.focus();
      goingBack = false;
      return true;
    },
    close: () => document.removeEventListener("focusin", note),
  };
}
