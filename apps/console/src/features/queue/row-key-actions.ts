import type { RefObject } from "react";

import type { DeviceLine } from "@linedesk/contract";
import {
  type AirCheckAction,
  airCheckIds,
  airCheckActions,
} from "../../client/actions/air-check-actions.ts";
import { findKey, type KeyedActionId } from "../../client/actions/desk-actions.ts";
import { type KeyedLeave, keyedLeaves } from "../../client/actions/leave-actions.ts";
import { type ListAction, listActions, type ListTools } from "../../client/actions/list-actions.ts";
import { type MarkToggle, markToggles } from "../../client/actions/mark-actions.ts";
import { rowActions, type RowTools } from "../../client/actions/row-actions.ts";
import { chooseMark } from "../../client/desk/marks/bind-marks.ts";
import type { KeyTarget } from "./key-target.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { PickView } from "./queue-order.ts";
import type { QueueHints } from "./use-queue-hints.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";
import type { ActOnRow } from "./use-row-events.ts";

export interface RowKeyInput {
  view: QueueViewport;
  act: ActOnRow;
  selectedLine: DeviceLine;
  hints: QueueHints;
  tools: RowTools;
  target: KeyTarget;
  /** Returns true while keys must be ignored because the target has just changed automatically. */
  isTargetNew: () => boolean;
  /** The selection; with `null`, no key selects a row. */
  picks: PickView | null;
  search: RefObject<HTMLInputElement | null>;
}

type KeyedRowTool = Extract<KeyedActionId, keyof typeof rowActions>;
/** The tools that act on the target, and not on the row with the cursor. */
type TargetTool = Exclude<KeyedRowTool, "open">;

interface RowKeyAction {
  /** Without a row under the cursor, only an action that needs no row is possible. */
  isPossible: (row: QueueRowView | undefined, input: RowKeyInput) => boolean;
  run: (input: RowKeyInput, cursor: string | null) => void;
}

function onList(id: ListAction): [ListAction, RowKeyAction] {
  const { needsRow, run } = listActions[id];
  return [
    id,
    {
      isPossible: (row) => row !== undefined || !needsRow,
      run: (input, cursor) => run(toListTools(input, cursor)),
    },
  ];
}

function toListTools(input: RowKeyInput, cursor: string | null): ListTools {
  const { view, picks, search, target } = input;
  // A first press from outside the list goes to the row with the cursor, unless the keys act on it.
  const isInside = view.hasFocus() || target.call === cursor;
  return {
    step: (by) => view.step(isInside ? by : 0),
    flush: () => view.rows.flush(),
    find: () => search.current?.focus(),
    extendPick: (by) => {
      const { shown } = view.rows.order;
      const ids = cursor === null ? [] : [cursor, shown[shown.indexOf(cursor) + by] ?? []].flat();
      picks?.add(ids);
      view.step(by);
    },
  };
}

function forRow(run: (input: RowKeyInput, id: string) => void): RowKeyAction["run"] {
  return (input, cursor) => (cursor === null ? undefined : run(input, cursor));
}

/**
 * The key of a tool works on the target while the list shows its row, also the row of an ended call.
 * The key of the flags needs no row.
 */
function onTarget(id: TargetTool): [TargetTool, RowKeyAction] {
  const { run } = rowActions[id];
  return [
    id,
    {
      isPossible: (_row, { target, view }) =>
        target.call !== null && (id === "flags" || view.rows.rowOf(target.call) !== undefined),
      run: (input) => runOnTarget(input, (call) => run(input.tools, call)),
    },
  ];
}

const marks = markToggles.map((mark): [MarkToggle, RowKeyAction] => [
  mark,
  {
    isPossible: (_row, { target }) => chooseMark(target.readMarks(), mark) !== null,
    run: (input) => runOnTarget(input, () => chooseMark(input.target.readMarks(), mark)?.()),
  },
]);

const checks = airCheckIds.map((id): [AirCheckAction, RowKeyAction] => [
  id,
  {
    isPossible: (_row, { target }) => target.check !== null,
    run: (input) => runOnTarget(input, () => input.target.check?.(airCheckActions[id].check)),
  },
]);

/** Runs the action of a key on the target, unless the target or its row has just changed. */
function runOnTarget(input: RowKeyInput, run: (call: string) => void): void {
  const { target, view, hints } = input;
  if (target.call === null) {
    return;
  }
  const hasMoved = view.cursor === target.call && view.rows.guarded(target.call);
  if (hasMoved || input.isTargetNew()) {
    return hints.noteMoved();
  }
  run(target.call);
}

const leaves = keyedLeaves.map((leave): [KeyedLeave, RowKeyAction] => [
  leave,
  {
    isPossible: (row) => row !== undefined && row.leaves[leave] !== null,
    run: forRow((input, id) => leaveRow(input, id, leave)),
  },
]);

/** The key actions of the queue, in the order of the shortcut sheet. */
export const rowKeyActions: [id: KeyedActionId, RowKeyAction][] = [
  onList("up"),
  onList("down"),
  [
    "open",
    {
      isPossible: (row, input) => row !== undefined || findOpened(input) !== null,
      // Opening a row is harmless, even if the row has just moved.
      run: (input) => {
        const call = findOpened(input);
        if (call !== null) {
          rowActions.open.run(input.tools, call);
        }
      },
    },
  ],
  [
    "accept",
    {
      isPossible: (row, { selectedLine }) => isAnswerable(row) && row.lines.includes(selectedLine),
      run: forRow(({ act, selectedLine }, id) => void act(id, selectedLine, true)),
    },
  ],
  [
    "accept_other",
    {
      isPossible: (row, { selectedLine }) =>
        isAnswerable(row) && row.lines.some((one) => one !== selectedLine),
      run: forRow(({ act, selectedLine }, id) => void act(id, otherOf[selectedLine], true)),
    },
  ],
  ...leaves,
  ...marks,
  ...checks,
  onList("show"),
  onList("find"),
  onTarget("position"),
  onTarget("flags"),
  onTarget("pick"),
  onList("select_up"),
  onList("select_down"),
];

/**
 * Outside of the rows, Enter opens the caller on whom the keys act, even if the cursor is on another
 * row.
 */
export function findOpened({
  view,
  target,
}: {
  view: Pick<QueueViewport, "cursor" | "hasFocus">;
  target: Pick<KeyTarget, "call">;
}): string | null {
  return (view.hasFocus() ? null : target.call) ?? view.cursor;
}

const otherOf = { line1: "line2", line2: "line1" } as const;

function isAnswerable(row: QueueRowView | undefined): row is QueueRowView {
  return row !== undefined && row.takes.accept !== null;
}

function leaveRow({ view, hints }: RowKeyInput, id: string, action: KeyedLeave): void {
  const leave = view.rows.rowOf(id)?.leaves[action] ?? null;
  if (leave === null) {
    return;
  }
  const isGuarded = findKey(action, "queue").guarded === true;
  if (view.rows.guarded(id)) {
    hints.noteMoved();
  } else if (!isGuarded || hints.pressReject(id)) {
    leave();
  }
}
