import type { Page } from "@playwright/test";

/** Returns controls smaller than 44 px. The target of a checkbox or switch is its label. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page
    .locator("button, a, select, textarea, input:not([aria-hidden]), [role=option], [role=tab]")
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .flatMap((part) => {
          const isBox = part.matches("[type=checkbox], [role=switch]");
          const target = isBox ? (part.closest("label") ?? part) : part;
          const { width, height } = target.getBoundingClientRect();
          const isSmall = width > 0 && (width < 44 || height < 44);
          return isSmall ? [`${part.outerHTML.slice(0, 120)} ${width}x${height}`] : [];
        }),
    );
}

/** Returns elements that are wider than the screen or than their container. */
export function findWideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    function isUnseen(part: Element | null): boolean {
      return part !== null && (part.clientWidth === 1 || isUnseen(part.parentElement));
    }
    return (
      [...document.querySelectorAll<HTMLElement>("body *")]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        // Hidden text for screen readers is one pixel wide.
        .filter((part) => part instanceof HTMLElement && !isUnseen(part))
        .filter((part) => {
          const { display, overflowX } = getComputedStyle(part);
          const isCut = ["hidden", "clip"].includes(overflowX) || display === "inline";
          const isWide = !isCut && part.scrollWidth > part.clientWidth + 1;
          return isWide || part.getBoundingClientRect().right > window.innerWidth + 1;
        })
        .map((part) => part.outerHTML.slice(0, 120))
    );
  });
}

/** Returns the parts that a person could scroll sideways. */
export function findSidewaysScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("body *")]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .filter(
        (part) =>
          part === document.documentElement ||
          ["auto", "scroll"].includes(getComputedStyle(part).overflowX),
      )
      .map((part) => part.outerHTML.slice(0, 120)),
  );
}

/**
 * Returns the buttons of rows that something covers, except those that the list itself cuts at its
 * edge. A button is covered when its centre or a point near a corner belongs to another element.
 */
export function findCoveredAnswers(page: Page): Promise<string[]> {
  return page.locator("[data-row]").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const button = row.querySelector("[role=gridcell]:last-child button:last-child");
      const view = row.closest("[role=grid]")?.getBoundingClientRect();
      if (button === null || view === undefined) {
        return [];
      }
      const { left, right, top, bottom } = button.getBoundingClientRect();
      if (top < view.top || bottom > view.bottom) {
        return [];
      }
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 8, top + 8],
        [right - 8, top + 8],
        [left + 8, bottom - 8],
        [right - 8, bottom - 8],
      ] as const;
      const isCovered = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there === null || !button.contains(there);
      });
      return isCovered ? [`${row.textContent} ${left},${top}`] : [];
    }),
  );
}

/** Returns the words that a button, a tab, a name or a wait shows only in part. */
export function findCutWords(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluateAll((parts) =>
    parts
      .flatMap((part) => [part, ...part.querySelectorAll("*")])
      .filter((part) => part instanceof HTMLElement)
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3),
      )
      .map(({ textContent }) => textContent),
  );
}

/** Returns words whose visible parts overlap the visible parts of other words. */
export function findOverlappingWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Seen {
      text: Node;
      words: string;
      box: DOMRect;
    }
    function meet(one: DOMRect, other: DOMRect): DOMRect {
      const left = Math.max(one.left, other.left);
      const top = Math.max(one.top, other.top);
      const width = Math.max(0, Math.min(one.right, other.right) - left);
      const height = Math.max(0, Math.min(one.bottom, other.bottom) - top);
      return new DOMRect(left, top, width, height);
    }
    function isUnseen(part: Element | null): boolean {
      return (
        part !== null &&
        (getComputedStyle(part).clipPath !== "none" || isUnseen(part.parentElement))
      );
    }
    function clip(box: DOMRect, part: Element | null): DOMRect {
      if (part === null) {
        return box;
      }
      const isClipped = getComputedStyle(part).overflow !== "visible";
      return clip(isClipped ? meet(box, part.getBoundingClientRect()) : box, part.parentElement);
    }
    const seen: Seen[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const part = text.parentElement;
      const words = text.textContent?.trim() ?? "";
      if (words === "" || part === null || isUnseen(part)) {
        continue;
      }
      if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        continue;
      }
      const range = document.createRange();
      range.selectNode(text);
      for (const box of range.getClientRects()) {
        seen.push({ text, words, box: clip(box, part) });
      }
    }
    // The boxes of two lines of the same text overlap by less than this.
    const MOST_PX = 4;
    return seen.flatMap((one, at) =>
      seen.slice(at + 1).flatMap((other) => {
        const { width, height } = meet(one.box, other.box);
        // A text that ends in an ellipsis has two boxes.
        return one.text !== other.text && width > MOST_PX && height > MOST_PX
          ? [`${one.words} | ${other.words}`]
          : [];
      }),
    );
  });
}
