import type { Page } from "@playwright/test";

/** The text outside of brackets, and the elements that are narrower than their content. */
export interface PseudoFaults {
  untranslated: string[];
  clipped: string[];
}

/**
 * Checks a page in the pseudo-locale. `data` are texts that people entered, which have no brackets.
 */
export function findPseudoFaults(page: Page, data: readonly string[]): Promise<PseudoFaults> {
  return page.evaluate((words) => {
    const written = new Set(words);
    const SEPARATORS = /[^\p{L}\p{M}'’-]+/u;
    const ours = /\[[^[\]]*\]/gu;
    /**
     * Removes text in brackets from the inside outwards, because a text in brackets may contain
     * another text in brackets.
     */
    function strip(text: string): string {
      const rest = text.replaceAll(ours, "");
      return rest === text ? rest : strip(rest);
    }
    const DATE = /\d{1,2} \p{L}+(?: \d{4})?(?: at \d\d:\d\d)?/gu;
    function isInitials(word: string): boolean {
      return /^\p{Lu}{2}$/u.test(word);
    }
    function isLeft(text: string): boolean {
      return strip(text.replaceAll(DATE, ""))
        .split(SEPARATORS)
        .some((word) => /\p{L}{2}/u.test(word) && !isInitials(word) && !written.has(word));
    }
    function isShown(element: Element): boolean {
      // The text of a chart is only dates and numbers, which the pseudo-locale does not mark.
      return element.closest("kbd, time, svg, style, script, noscript, [hidden]") === null;
    }
    const untranslated: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? "";
      if (node.parentElement !== null && isShown(node.parentElement) && isLeft(text)) {
        untranslated.push(text);
      }
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const text = element.getAttribute(name) ?? "";
        if (isLeft(text)) {
          untranslated.push(`${name}: ${text}`);
        }
      }
    }
    const clipped = [
      ...document.querySelectorAll("button, a, label, legend, th, h1, h2, h3, [role=tab]"),
    ].flatMap((element) => {
      const { scrollWidth, clientWidth, textContent } = element as HTMLElement;
      // A button with space only for its icon has its words as title or accessible name.
      const hasOtherWords = element.matches("[title], [aria-label]");
      // A name is data, and may be cut with an ellipsis.
      const isOurs = textContent?.includes("[") === true;
      // Text for screen readers only is one pixel wide.
      return clientWidth > 1 && scrollWidth > clientWidth + 1 && isOurs && !hasOtherWords
        ? [`${element.tagName} ${scrollWidth}>${clientWidth}: ${textContent}`]
        : [];
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      clipped.push(`the page ${scrollWidth}>${clientWidth}`);
    }
    return { untranslated: [...new Set(untranslated)], clipped: [...new Set(clipped)] };
  }, data);
}
