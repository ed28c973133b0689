/** After so many pages without a hit somebody is asked whether to go on. */
const EMPTY_AT_ONCE = 5;

interface Page {
  items: readonly unknown[];
}

/**
 * What follows on these pages, of which there are more. The server looks at so many entries a page,
 * however few of them are hits: one without any is no end.
 */
export function nextOfPages(pages: readonly Page[]): "goes_on" | "waits" | "asks" {
  const empty = pages.length - 1 - pages.findLastIndex(({ items }) => items.length > 0);
  if (empty === 0) {
    return "waits";
  }
  return empty % EMPTY_AT_ONCE === 0 ? "asks" : "goes_on";
}
