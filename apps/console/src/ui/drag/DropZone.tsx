import type {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type ReactNode, useEffect, useRef, useState } from "react";

import styles from "./DropZone.module.css";

interface DropZoneProps {
  takes: (row: string) => boolean;
  onDrop: (row: string) => void;
  words: string;
  busy?: boolean;
  selected?: boolean;
  children: ReactNode;
}

export function DropZone({ takes, onDrop, words, children, ...state }: DropZoneProps) {
  const library = useDragLibrary();
  const zone = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const latest = useRef({ takes, onDrop });
  useEffect(() => {
    latest.current = { takes, onDrop };
  });
  useEffect(() => {
    const element = zone.current;
    if (library === null || element === null) {
      return;
    }
    return library.dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const row = readDraggedRow(source.data);
        return row !== null && latest.current.takes(row);
      },
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        const row = readDraggedRow(source.data);
        if (row !== null) {
          latest.current.onDrop(row);
        }
      },
    });
  }, [library]);
  return (
    <div
      ref={zone}
      className={styles["zone"]}
      data-over={isOver || undefined}
      data-busy={state.busy || undefined}
      data-selected={state.selected || undefined}
    >
      {children}
      {isOver ? <p className={styles["words"]}>{words}</p> : null}
    </div>
  );
}

export interface DragLibrary {
  draggable: typeof draggable;
  dropTargetForElements: typeof dropTargetForElements;
  monitorForElements: typeof monitorForElements;
}

/** Returns the drag library, which loads after the page; `null` until then. */
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
    // A failed load is ignored, because keys and menus can do everything that dragging does.
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

/** Returns the id of the dragged row; `null` for anything else. */
export function readDraggedRow(data: Record<string | symbol, unknown>): string | null {
  const row = data[ROW_KEY];
  return typeof row === "string" ? row : null;
}
