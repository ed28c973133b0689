import { type RefObject, useEffect, useRef, useState } from "react";

import { type DragLibrary, readDraggedRow } from "../../ui/drag/DropZone.tsx";
import { findGap } from "./drop-place.ts";

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
