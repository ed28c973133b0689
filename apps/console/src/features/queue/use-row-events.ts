import { useEffect, useMemo, useRef, useState } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { chooseTake, type RowAction } from "../../client/actions/bind-takes.ts";
import type { MenuAnchor } from "../../ui/Menu.tsx";
import type { KeyTarget } from "./key-target.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

export interface RowEvents {
  focus: (id: string) => void;
  act: (id: string) => void;
  open: (id: string) => void;
  menu: (id: string, anchor: MenuAnchor) => void;
}

interface RowEventOptions {
  selectedLine: DeviceLine;
  open: (id: string, target: "panel" | "field") => void;
  /** Is called after an answer from the grid; `byFocus` is true when the grid had the focus. */
  onAnswered: (id: string, byFocus: boolean) => void;
  /** Notes an ignored click on a row that had just moved under the pointer. */
  noteMoved: () => void;
  keyTarget: Pick<KeyTarget, "focus">;
}

interface OpenMenu {
  id: string;
  anchor: MenuAnchor;
}

/** Answers, takes over or resumes the row's call on a line; returns false if it did nothing. */
export type ActOnRow = (id: string, line: DeviceLine, byFocus: boolean) => boolean;

/** Returns the events of rows. The object never changes, so that rows stay memoised. */
export function useRowEvents(props: RowEventOptions, view: QueueViewport) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const act: ActOnRow = (id, line, byFocus) => {
    const row = view.rows.rowOf(id);
    if (row === undefined || row.pending) {
      return false;
    }
    if (view.rows.guarded(id)) {
      props.noteMoved();
      return false;
    }
    const action = chooseRowAction(row, line);
    const take = action === null ? null : row.takes[action];
    if (take === null) {
      return false;
    }
    take(line);
    props.onAnswered(id, byFocus);
    return true;
  };
  const latest = useRef<RowEvents | null>(null);
  useEffect(() => {
    latest.current = {
      focus: (id) => {
        view.setCursor(id);
        props.keyTarget.focus(id);
      },
      act: (id) => act(id, props.selectedLine, isFocusOn(id)),
      open: (id) => {
        if (view.rows.guarded(id)) {
          return props.noteMoved();
        }
        props.open(id, "panel");
      },
      menu: (id, anchor) => {
        if (view.rows.guarded(id)) {
          return props.noteMoved();
        }
        view.rows.freeze("menu");
        setMenu({ id, anchor });
      },
    };
  });
  const events = useMemo<RowEvents>(
    () => ({
      focus: (id) => latest.current?.focus(id),
      act: (id) => latest.current?.act(id),
      open: (id) => latest.current?.open(id),
      menu: (id, anchor) => latest.current?.menu(id, anchor),
    }),
    [],
  );
  function closeMenu() {
    setMenu(null);
    view.rows.unfreeze("menu");
  }
  return { events, menu, closeMenu, act };
}

function isFocusOn(id: string): boolean {
  return document.activeElement?.closest(`[data-row="${id}"]`) !== null;
}

/**
 * Returns the action of the row's button; `null` when the row has no button, or when the call may
 * not be on that line.
 */
export function chooseRowAction(row: QueueRowView, on?: DeviceLine): RowAction | null {
  if (on !== undefined && !row.lines.includes(on)) {
    return null;
  }
  return chooseTake(row.takes);
}
