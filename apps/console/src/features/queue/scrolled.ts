interface Scroll {
  top: number;
  height: number;
  moving: boolean;
  /** It moves so fast that nobody reads its rows. */
  flung: boolean;
}

/** Kept outside of the panel: a scroll draws the rows that come into sight, and nothing else. */
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

/** As high as most lists are, until it is measured. */
const HEIGHT_AT_FIRST = 600;

export function createScrolled(): Scrolled {
  const listeners = new Set<() => void>();
  let mounted: Extent = { top: 0, bottom: 0 };
  let scroll: Scroll = { top: 0, height: HEIGHT_AT_FIRST, moving: false, flung: false };
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
