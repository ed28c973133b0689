import { type RefObject, useLayoutEffect, useState } from "react";

/** Returns the index of the first child below the row's first line, or the number of children. */
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
