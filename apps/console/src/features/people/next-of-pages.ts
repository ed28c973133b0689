/** After this many pages without a hit the panel asks the person whether to continue. */
const EMPTY_AT_ONCE = 5;

interface Page {
  items: readonly unknown[];
}

/**
 * Returns the next step of a search. The server reads a fixed number of entries for each page, so
 * an empty page is not the end: the search continues, or asks the person first.
 */
export function nextOfPages(pages: readonly Page[]): "goes_on" | "waits" | "asks" {
  const empty = pages.length - 1 - pages.findLastIndex(({ items }) => items.length > 0);
  if (empty === 0) {
    return "waits";
  }
  return empty % EMPTY_AT_ONCE === 0 ? "asks" : "goes_on";
}
