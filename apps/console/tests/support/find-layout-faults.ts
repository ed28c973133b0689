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
