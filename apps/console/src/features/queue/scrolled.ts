interface Scroll {
  top: number;
  height: number;
  moving: boolean;
  /** Is true when the list moves too fast to read. */
  fast: boolean;
}

/** The scroll state is outside React, so that a scroll renders only rows that come into view. */
export interface Scrolled {
  read: () => Scroll;
  set: (change: Partial<Scroll>) => void;
  onChange: (listener: () => void) => () => void;
  noteMounted: (extent: Extent) => void;
  isMountedAt: (top: number) => boolean;
}

interface Extent {
  top: number;
  bottom: number;
}

/** The height in px until the list is measured. Most lists have about this height. */
const HEIGHT_AT_FIRST = 600;

export function createScrolled(): Scrolled {
  const listeners = new Set<() => void>();
  let mounted: Extent = { top: 0, bottom: 0 };
  let scroll: Scroll = { top: 0, height: HEIGHT_AT_FIRST, moving: false, fast: false };
  return {
    read: () => scroll,
    set(change) {
      scroll = { ...scroll, ...change };
      for (const listener of listeners) {
        listener();
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteMounted: (extent) => void (mounted = extent),
    isMountedAt: (top) => top >= mounted.top && top + scroll.height <= mounted.bottom,
  };
}
