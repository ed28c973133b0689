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
 * Returns a function that finds the element later. The list uses the elements of its rows for other
 * calls, so an element of a row is found by the row's call.
 */
export function rememberElement(element: HTMLElement): () => HTMLElement | null {
  const row = element.closest<HTMLElement>("[data-row]");
  const call = row?.dataset["row"];
  return () => {
    const isSame = element.isConnected && row?.dataset["row"] === call;
    return isSame ? element : document.querySelector(`[data-row="${call ?? ""}"]`);
  };
}

export function followFocus(): FocusTrail {
  const origins = new Map<Element, () => HTMLElement | null>();
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
    origins.set(part, rememberElement(relatedTarget));
  }
  document.addEventListener("focusin", note);
  return {
    goBack() {
      const part = findPart(document.activeElement);
      const findOrigin = part === null ? undefined : origins.get(part);
      if (part === null || findOrigin === undefined) {
        return false;
      }
      origins.delete(part);
      const found = findOrigin();
      goingBack = true;
      found?.focus();
      goingBack = false;
      return found !== null;
    },
    close: () => document.removeEventListener("focusin", note),
  };
}
