import {
  foldText,
  isHiddenNumber,
  isSpokenIn,
  type Call,
  type DeviceLine,
} from "@linedesk/contract";
import type { Leaves, Takes } from "../../client/actions/bind-takes.ts";
import type { MarkCommands } from "../../client/desk/marks/bind-marks.ts";
import type { DisplayState } from "../../lib/display-state.ts";

export const queueTabs = ["all", "ringing", "unattended", "hold", "verified"] as const;
export type QueueTab = (typeof queueTabs)[number];

export interface QueueFilter {
  tab: QueueTab;
  find: string;
}

const tabOf: Partial<Record<DisplayState, QueueTab>> = {
  ringing: "ringing",
  claimed: "ringing",
  held: "hold",
  offered: "hold",
  unattended: "unattended",
  verified: "verified",
};

function findTab({ state, call }: QueueRowView): QueueTab | undefined {
  if (state === "next") {
    return call.desk.status === "ready" ? "verified" : "ringing";
  }
  return tabOf[state];
}

/** A verified caller on a line or on hold belongs to two tabs, and both show the caller. */
function isInTab(row: QueueRowView, tab: QueueTab): boolean {
  const isGone = row.state === "ended" || row.state === "leaving";
  return (
    (tab === "verified" && row.call.marks.verified && !isGone) ||
    tab === "all" ||
    findTab(row) === tab
  );
}

/** Matches the text of a row, and digits in its number regardless of spaces. */
function matches(row: QueueRowView, wanted: string): boolean {
  if (wanted === "") {
    return true;
  }
  const { caller, description, phoneLine } = row.call;
  const words = [caller.name, caller.location, caller.numberDisplay, description, phoneLine?.name];
  if (
    words.some((word) => word !== null && word !== undefined && foldText(word).includes(wanted))
  ) {
    return true;
  }
  if (caller.name !== null && isSpokenIn(caller.name, wanted)) {
    return true;
  }
  const digits = wanted.replaceAll(/\D/g, "");
  if (digits.length < 3 || /\p{L}/u.test(wanted)) {
    return false;
  }
  const national = digits.replace(/^0/, "");
  return !isHiddenNumber(caller.number) && caller.number?.includes(national) === true;
}

export function filterRows(
  rows: readonly QueueRowView[],
  { tab, find }: QueueFilter,
): QueueRowView[] {
  const wanted = foldText(find.trim());
  return rows.filter((row) => isInTab(row, tab) && matches(row, wanted));
}

export function countTabs(rows: readonly QueueRowView[]): Record<QueueTab, number> {
  const counts = queueTabs.map((tab) => [tab, rows.filter((row) => isInTab(row, tab)).length]);
  return Object.fromEntries(counts) as Record<QueueTab, number>;
}

/** The station of a row: its call sign, and its own colour or else one of six hues. */
export interface StationTagView {
  callSign: string;
  hue: number;
  colour: string | null;
}

export interface RowHolder {
  name: string;
  line: DeviceLine;
}

export interface QueueRowView {
  call: Call;
  /** The station's tag; `null` while only one station is watched. */
  station: StationTagView | null;
  state: DisplayState;
  /** The other person who has the call. */
  with: RowHolder | null;
  mine: boolean;
  pending: boolean;
  lines: readonly DeviceLine[];
  here: boolean;
  /** Is true when the row's button takes the caller to air. */
  toAir: boolean;
  /** The lines that take a caller to air. */
  fed: ReadonlySet<DeviceLine>;
  takes: Takes;
  leaves: Leaves;
  /** Pins or unpins the call; `null` after its end, and when the role may not change the order. */
  pin: ((pinned: boolean) => void) | null;
  /** Is true when the role may ban the caller. */
  mayBan: boolean;
  marks: MarkCommands;
}

/** `useQueue()`: the rows in the one order. */
export interface QueueView {
  status: "loading" | "ready";
  rows: QueueRowView[];
  stale: boolean;
}
