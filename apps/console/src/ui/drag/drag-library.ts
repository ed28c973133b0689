import type {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useState } from "react";

export interface DragLibrary {
  draggable: typeof draggable;
  dropTargetForElements: typeof dropTargetForElements;
  monitorForElements: typeof monitorForElements;
}

/** Drag and drop, loaded when the page stands: nobody drags before; null until then. */
export function useDragLibrary(): DragLibrary | null {
  const [library, setLibrary] = useState<DragLibrary | null>(null);
  useEffect(() => {
    let isHere = true;
    async function load(): Promise<void> {
      const loaded = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
      if (isHere) {
        setLibrary(loaded);
      }
    }
    // Without it everything that dragging does can be done by key and menu.
    load().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, []);
  return library;
}

const ROW_KEY = "row";

export function toDragData(row: string): Record<string, unknown> {
  return { [ROW_KEY]: row };
}

/** The row that is dragged; null for anything else. */
export function readDraggedRow(data: Record<string | symbol, unknown>): string | null {
  const row = data[ROW_KEY];
  return typeof row === "string" ? row : null;
}
