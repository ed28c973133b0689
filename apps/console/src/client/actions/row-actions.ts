import type { Call } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";

/** A call in the queue with the facts that decide the tools of its row. */
export interface CallInRow {
  call: Call;
  mayOrder: boolean;
  mayBan: boolean;
  /** Is true for a selected call; `null` while no bulk action is possible. */
  isPicked: boolean | null;
}

/** The tools of the queue for one row. */
export interface RowTools {
  open: (call: string) => void;
  openTimeline: (call: string) => void;
  openPrizes: (call: string) => void;
  openFlags: (call: string) => void;
  openBan: (call: string) => void;
  askPosition: (call: string) => void;
  pin: (call: string, pinned: boolean) => void;
  togglePick: (call: string) => void;
}

export interface RowDefinition extends DeskAction {
  /** The part of the row's menu that has the entry of the action. */
  menu: "details" | "order" | "danger";
  isPossible: (row: CallInRow) => boolean;
  run: (tools: RowTools, call: string) => void;
}

function mayOrder(row: CallInRow): boolean {
  return row.mayOrder;
}

function isBanned({ caller }: Call): boolean {
  return caller.warning?.kind === "banned";
}

const { inQueue, onCaller } = bindKeys;

/** The actions of a row that open something or change the order, in the order of its menu. */
export const rowActions = {
  open: {
    keys: [inQueue("open", "Enter", { opensFieldMs: 1_000, entersQueue: true })],
    menu: "details",
    isPossible: () => true,
    run: (tools, call) => tools.open(call),
  },
  timeline: {
    keys: [],
    menu: "details",
    isPossible: () => true,
    run: (tools, call) => tools.openTimeline(call),
  },
  prizes: {
    keys: [],
    menu: "details",
    isPossible: () => true,
    run: (tools, call) => tools.openPrizes(call),
  },
  position: {
    keys: onCaller("position", "m", { opensFieldMs: 1_000 }),
    menu: "order",
    isPossible: mayOrder,
    run: (tools, call) => tools.askPosition(call),
  },
  pin: {
    keys: [],
    menu: "order",
    isPossible: (row) => row.mayOrder && !row.call.marks.pinned,
    run: (tools, call) => tools.pin(call, true),
  },
  unpin: {
    keys: [],
    menu: "order",
    isPossible: (row) => row.mayOrder && row.call.marks.pinned,
    run: (tools, call) => tools.pin(call, false),
  },
  flags: {
    keys: onCaller("flags", "f"),
    menu: "order",
    isPossible: mayOrder,
    run: (tools, call) => tools.openFlags(call),
  },
  ban: {
    keys: [],
    menu: "danger",
    isPossible: (row) => row.mayBan && !isBanned(row.call),
    run: (tools, call) => tools.openBan(call),
  },
  lift_ban: {
    keys: [],
    menu: "order",
    isPossible: (row) => row.mayBan && isBanned(row.call),
    run: (tools, call) => tools.openBan(call),
  },
  pick: {
    keys: onCaller("pick", "x"),
    menu: "order",
    isPossible: (row) => row.mayOrder && row.isPicked === false,
    run: (tools, call) => tools.togglePick(call),
  },
  /** The key of `pick` also ends the selection. */
  unpick: {
    keys: [],
    menu: "order",
    isPossible: (row) => row.mayOrder && row.isPicked === true,
    run: (tools, call) => tools.togglePick(call),
  },
} as const satisfies Record<string, RowDefinition>;

export type RowToolAction = keyof typeof rowActions;

export const rowToolIds = Object.keys(rowActions) as RowToolAction[];

export function defineRowTool(id: RowToolAction): RowDefinition {
  return rowActions[id];
}
