import type { DeviceLine } from "@linedesk/contract";
import { findKey, type KeyedActionId } from "../../client/actions/desk-actions.ts";
import { type KeyedLeave, keyedLeaves } from "../../client/actions/leave-actions.ts";
import { type MarkToggle, markToggles } from "../../client/actions/mark-actions.ts";
import { chooseMark } from "../../client/desk/marks/bind-marks.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueHints } from "./use-queue-hints.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";
import type { ActOnRow } from "./use-row-events.ts";

export interface RowKeyInput {
  view: QueueViewport;
  act: ActOnRow;
  selectedLine: DeviceLine;
  open: (id: string, target: "panel" | "field") => void;
  hints: QueueHints;
}

interface RowKeyAction {
  /** Without a row under the cursor, only an action that needs no row is possible. */
  isPossible: (row: QueueRowView | undefined, selectedLine: DeviceLine) => boolean;
  run: (input: RowKeyInput, cursor: string | null) => void;
}

function isThere(row: QueueRowView | undefined): boolean {
  return row !== undefined;
}

function forRow(run: (input: RowKeyInput, id: string) => void): RowKeyAction["run"] {
  return (input, cursor) => (cursor === null ? undefined : run(input, cursor));
}

const marks = markToggles.map((mark): [MarkToggle, RowKeyAction] => [
  mark,
  {
    isPossible: (row) => row !== undefined && chooseMark(row.marks, mark) !== null,
    run: forRow((input, id) => markRow(input, id, mark)),
  },
]);

const leaves = keyedLeaves.map((leave): [KeyedLeave, RowKeyAction] => [
  leave,
  {
    isPossible: (row) => row !== undefined && row.leaves[leave] !== null,
    run: forRow((input, id) => leaveRow(input, id, leave)),
  },
]);

/** The key actions on the row under the cursor, in the order of the shortcut sheet. */
export const rowKeyActions: [id: KeyedActionId, RowKeyAction][] = [
  ["up", { isPossible: isThere, run: ({ view }) => view.step(-1) }],
  ["down", { isPossible: isThere, run: ({ view }) => view.step(1) }],
  ["open", { isPossible: isThere, run: forRow(({ open }, id) => open(id, "field")) }],
  [
    "accept",
    {
      isPossible: (row, line) => isAnswerable(row) && row.lines.includes(line),
      run: forRow(({ act, selectedLine }, id) => void act(id, selectedLine, true)),
    },
  ],
  [
    "accept_other",
    {
      isPossible: (row, line) => isAnswerable(row) && row.lines.some((one) => one !== line),
      run: forRow(({ act, selectedLine }, id) => void act(id, otherOf[selectedLine], true)),
    },
  ],
  ...leaves,
  ...marks,
  ["show", { isPossible: () => true, run: ({ view }) => view.rows.flush() }],
];

const otherOf = { line1: "line2", line2: "line1" } as const;

function isAnswerable(row: QueueRowView | undefined): row is QueueRowView {
  return row !== undefined && row.takes.accept !== null;
}

function markRow({ view, hints }: RowKeyInput, id: string, key: MarkToggle): void {
  const marks = view.rows.rowOf(id)?.marks;
  const mark = marks === undefined ? null : chooseMark(marks, key);
  if (mark !== null && view.rows.guarded(id)) {
    return hints.noteMoved();
  }
  mark?.();
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
