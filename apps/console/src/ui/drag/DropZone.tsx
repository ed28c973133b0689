import { type ReactNode, useEffect, useRef, useState } from "react";

import { readDraggedRow, useDragLibrary } from "./drag-library.ts";

import styles from "./DropZone.module.css";

interface DropZoneProps {
  /** Whether this row may be dropped here. */
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
