import { foldText, isHiddenNumber } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";
import type { QueueRowView } from "./queue-view.ts";

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

/** Beside "all"; the next call keeps its place in the tab that it came from. */
function findTab({ state, call }: QueueRowView): QueueTab | undefined {
  if (state === "next") {
    return call.desk.status === "ready" ? "verified" : "ringing";
  }
  return tabOf[state];
}

function isInTab(row: QueueRowView, tab: QueueTab): boolean {
  return tab === "all" || findTab(row) === tab;
}

/** Digits alone find a number however it is spaced. */
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
  const counts = { all: rows.length, ringing: 0, unattended: 0, hold: 0, verified: 0 };
  for (const row of rows) {
    const tab = findTab(row);
    if (tab !== undefined) {
      counts[tab] += 1;
    }
  }
  return counts;
}
