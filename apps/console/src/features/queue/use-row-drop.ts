import { type RefObject, useEffect, useRef, useState } from "react";

import type { Neighbours } from "../../client/desk/order-actions.ts";
import { type DragLibrary, readDraggedRow } from "../../ui/drag/DropZone.tsx";

interface RowDropInput {
  library: DragLibrary | null;
  viewRef: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  count: number;
  hold: () => void;
  release: () => void;
  onDrop: (row: string, gap: number) => void;
}

export function useRowDrop(input: RowDropInput): number | null {
  const { library, viewRef } = input;
  const [gap, setGap] = useState<number | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    const view = viewRef.current;
    if (library === null || view === null) {
      return;
    }
    function gapAt(clientY: number): number {
      const { rowHeight, count } = latest.current;
      const top = view?.getBoundingClientRect().top ?? 0;
      return findGap({ y: clientY - top + (view?.scrollTop ?? 0), rowHeight, count });
    }
    const stops = [
      library.monitorForElements({
        onDragStart: () => latest.current.hold(),
        onDrop: () => latest.current.release(),
      }),
      library.dropTargetForElements({
        element: view,
        canDrop: ({ source }) => readDraggedRow(source.data) !== null,
        onDrag: ({ location }) => setGap(gapAt(location.current.input.clientY)),
        onDragLeave: () => setGap(null),
        onDrop: ({ source, location }) => {
          setGap(null);
          const row = readDraggedRow(source.data);
          if (row !== null) {
            latest.current.onDrop(row, gapAt(location.current.input.clientY));
          }
        },
      }),
    ];
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [library, viewRef]);
  return gap;
}

/** What stands above and below a row when it is dropped at a gap; gap 0 is above the first row. */
export function findDropPlace(shown: readonly string[], row: string, gap: number): Neighbours {
  return {
    above: shown.slice(0, gap).filter((id) => id !== row),
    below: shown.slice(gap).filter((id) => id !== row),
  };
}

/** The same for a row that is to stand at a place of the list, the first being 1. */
export function findNumberedPlace(
  shown: readonly string[],
  row: string,
  position: number,
): Neighbours {
  const others = shown.filter((id) => id !== row);
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1;
  return { above: others.slice(0, at), below: others.slice(at) };
}

export function findGap(input: { y: number; rowHeight: number; count: number }): number {
  const gap = Math.round(input.y / input.rowHeight);
  return Math.min(Math.max(gap, 0), input.count);
}
