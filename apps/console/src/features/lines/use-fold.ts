import { type RefObject, useLayoutEffect, useRef } from "react";

/** The last fold of the style sheet shows only icons. Fold 0 shows all words and shortcut keys. */
const LAST_FOLD = 6;
/** The width in px of the End button with its confirmation text on one line of text. */
const END_ROOM = 156;
/** From this fold on, the text of the End button has two lines, and its width is fixed. */
const TWO_LINES_FROM = 3;

/**
 * Folds the buttons of a line as far as its card requires. The End button counts with its longest
 * words, so that no button moves when it asks for a second press.
 */
export function useFold(): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    fold(row.current);
  });
  useLayoutEffect(() => {
    const card = row.current?.parentElement;
    if (card === null || card === undefined) {
      return;
    }
    let width = 0;
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0;
      if (now !== width) {
        width = now;
        fold(row.current);
      }
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, []);
  return row;
}

function fold(row: HTMLElement | null): void {
  for (let folds = 0; row !== null && folds <= LAST_FOLD; folds += 1) {
    row.dataset["fold"] = String(folds);
    if (measure(row, folds < TWO_LINES_FROM ? END_ROOM : 0) <= row.clientWidth) {
      return;
    }
  }
}

function measure(row: HTMLElement, endRoom: number): number {
  const buttons = [...row.children].filter((one) => one instanceof HTMLElement);
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  const widths = buttons.map((one) =>
    one.dataset["guard"] === undefined ? one.offsetWidth : Math.max(one.offsetWidth, endRoom),
  );
  return widths.reduce((sum, width) => sum + width, gap * Math.max(0, widths.length - 1));
}
