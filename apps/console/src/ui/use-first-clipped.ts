import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * From which of its children on a row that wraps shows nothing, as they stand below its first line
 * and it cuts them off; their number when all are seen.
 */
export function useFirstClipped(row: RefObject<HTMLElement | null>, count: number): number {
  const [first, setFirst] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) {
      return;
    }
    const measure = () => setFirst(findFirstClipped(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) {
      observer.observe(child);
    }
    measure();
    return () => observer.disconnect();
  }, [row, count]);
  return first;
}

function findFirstClipped(row: HTMLElement): number {
  const children = [...row.children];
  const { bottom } = row.getBoundingClientRect();
  const first = children.findIndex((child) => child.getBoundingClientRect().top >= bottom);
  return first === -1 ? children.length : first;
}
