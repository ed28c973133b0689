import { useEffect, useState } from "react";

type Adapter = typeof import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
export type DragLibrary = Pick<
  Adapter,
  "draggable" | "dropTargetForElements" | "monitorForElements"
>;

/** Drag and drop, loaded when the page stands: nobody drags before; null until then. */
export function useDragLibrary(): DragLibrary | null {
  const [library, setLibrary] = useState<DragLibrary | null>(null);
  useEffect(() => {
    let isHere = true;
    async function load(): Promise<void> {
      const { draggable, dropTargetForElements, monitorForElements } =
        await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
      if (isHere) {
        setLibrary({ draggable, dropTargetForElements, monitorForElements });
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
