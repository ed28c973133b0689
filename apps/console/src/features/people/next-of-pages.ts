/** After so many pages without a hit somebody is asked whether to go on. */
const EMPTY_AT_ONCE = 5;

interface Page {
  items: readonly unknown[];
}

/** The server looks at a fixed number of entries a page, so an empty page is no end. */
export function nextOfPages(pages: readonly Page[]): "goes_on" | "waits" | "asks" {
  const empty = pages.length - 1 - pages.findLastIndex(({ items }) => items.length > 0);
  if (empty === 0) {
    return "waits";
  }
  return empty % EMPTY_AT_ONCE === 0 ? "asks" : "goes_on";
}
