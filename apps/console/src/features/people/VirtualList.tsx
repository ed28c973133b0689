import { type ReactNode, useEffect, useState } from "react";

import { mountedRows, rowWindow } from "../../lib/row-window.ts";

import styles from "./People.module.css";

/** The height of a row, as in the style sheet. */
const ROW_PX = 53;
/** The next page is loaded when at most this many rows follow the visible ones. */
const EARLY_ROWS = 20;

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  more: (() => void) | null;
  draw: (item: Item) => ReactNode;
}

export function VirtualList<Item>({ label, items, idOf, more, draw }: VirtualListProps<Item>) {
  const [scrolled, setScrolled] = useState({ scrollTop: 0, viewHeight: 420 });
  const range = rowWindow({ ...scrolled, rowHeight: ROW_PX, count: items.length });
  const isNearEnd = range.last + EARLY_ROWS >= items.length;
  useEffect(() => {
    if (isNearEnd) {
      more?.();
    }
  }, [isNearEnd, more]);
  return (
    <ul
      className={styles["list"]}
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setScrolled({ scrollTop, viewHeight: clientHeight })
      }
    >
      <li style={{ height: items.length * ROW_PX }} aria-hidden="true" />
      {mountedRows(range, -1).map((at) => {
        const item = items[at];
        return item === undefined ? null : (
          <li
            key={idOf(item)}
            className={styles["row"]}
            style={{ transform: `translateY(${at * ROW_PX}px)` }}
            aria-posinset={at + 1}
            aria-setsize={more === null ? items.length : -1}
          >
            {draw(item)}
          </li>
        );
      })}
    </ul>
  );
}
