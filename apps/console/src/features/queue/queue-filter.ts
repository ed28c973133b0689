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

function isInTab(row: QueueRowView, tab: QueueTab): boolean {
  if (tab === "all") {
    return true;
  }
  // The next call keeps its place in the tab that it came from.
  if (row.state === "next") {
    return (row.call.desk.status === "ready" ? "verified" : "ringing") === tab;
  }
  return tabOf[row.state] === tab;
}

/** Digits alone find a number however it is spaced. */
function matches(row: QueueRowView, find: string): boolean {
  const wanted = find.trim().toLocaleLowerCase();
  if (wanted === "") {
    return true;
  }
  const { caller, description, phoneLine } = row.call;
  const words = [caller.name, caller.location, caller.numberDisplay, description, phoneLine?.name];
  if (words.some((word) => word?.toLocaleLowerCase().includes(wanted) === true)) {
    return true;
  }
  const digits = wanted.replaceAll(/\D/g, "");
  if (digits.length < 3 || /\p{L}/u.test(wanted)) {
    return false;
  }
  const national = digits.replace(/^0/, "");
  return caller.number?.includes(national) === true;
}

export function filterRows(
  rows: readonly QueueRowView[],
  { tab, find }: QueueFilter,
): QueueRowView[] {
  return rows.filter((row) => isInTab(row, tab) && matches(row, find));
}

export function countTabs(rows: readonly QueueRowView[]): Record<QueueTab, number> {
  function count(tab: QueueTab) {
    return rows.filter((row) => isInTab(row, tab)).length;
  }
  return {
    all: rows.length,
    ringing: count("ringing"),
    unattended: count("unattended"),
    hold: count("hold"),
    verified: count("verified"),
  };
}

/** How many callers wait for a first answer: stands in the page title. */
export function ringingCount(rows: readonly QueueRowView[]): number {
  return rows.filter((row) => row.state === "ringing" && row.call.callBack === null).length;
}
