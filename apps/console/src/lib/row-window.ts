export interface RowWindow {
  first: number;
  /** The index after the last row. */
  last: number;
}

interface WindowInput {
  scrollTop: number;
  viewHeight: number;
  rowHeight: number;
  count: number;
  step?: number;
}

/** The number of rows beyond the visible ones, so that a quick scroll shows no empty space. */
const OVERSCAN = 4;
/**
 * The number of rows to add together: adding one row in a frame costs nearly as much as adding
 * several.
 */
const DEFAULT_STEP = 8;

/**
 * Returns the rows to mount. Their number stays constant, so that each new row gets the slot of a
 * removed one.
 */
export function rowWindow(input: WindowInput): RowWindow {
  const { scrollTop, viewHeight, rowHeight, count, step = DEFAULT_STEP } = input;
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const fits = Math.ceil(viewHeight / rowHeight) + 1;
  const first = Math.floor((Math.min(top, count) - OVERSCAN) / step) * step;
  const most = Math.ceil((fits + 2 * OVERSCAN + step - 1) / step) * step;
  const last = first + most;
  return { first: Math.max(0, first), last: Math.min(count, last) };
}

/**
 * Returns the indexes of the rows to mount, in order. The focused row stays mounted at any
 * distance.
 */
export function mountedRows({ first, last }: RowWindow, focused: number): number[] {
  const inside = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  if (focused < 0 || (focused >= first && focused < last)) {
    return inside;
  }
  return focused < first ? [focused, ...inside] : [...inside, focused];
}

/**
 * Returns the scroll position that keeps the anchor in place. A list at its very top stays there.
 */
export function anchoredScroll(input: {
  scrollTop: number;
  rowHeight: number;
  before: number;
  after: number;
}): number {
  const { scrollTop, rowHeight, before, after } = input;
  if (scrollTop <= 0 || before === -1 || after === -1) {
    return scrollTop;
  }
  return Math.max(0, scrollTop + (after - before) * rowHeight);
}

/** Returns the nearest scroll position that shows a whole row. */
export function scrollIntoView(input: {
  scrollTop: number;
  viewHeight: number;
  rowHeight: number;
  index: number;
}): number {
  const top = input.index * input.rowHeight;
  const bottom = top + input.rowHeight;
  if (top < input.scrollTop) {
    return top;
  }
  return bottom > input.scrollTop + input.viewHeight ? bottom - input.viewHeight : input.scrollTop;
}
