import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

import { findAgain } from "../ui/keys/focus-trail.ts";

/** A card takes the focus where nothing in it does, and gives it back to its opener [PN26]. */
export function useCardFocus(card: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const element = card.current;
    if (element !== null && !element.contains(document.activeElement)) {
      element.focus({ preventScroll: true });
    }
    element?.scrollIntoView({ block: "nearest" });
  }, [card]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const isInside = element?.contains(document.activeElement) === true;
      if (isInside && opener instanceof HTMLElement) {
        findAgain(opener)?.focus();
      }
    };
  }, [card, opener]);
}
