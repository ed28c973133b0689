import type { RowTools } from "../../client/actions/row-actions.ts";
import { useOpenPrizes, useOpenTimeline } from "../../client/ConsoleProvider.tsx";
import type { QueueOrderView } from "./queue-order.ts";
import { findRow, type RowPlacing } from "./use-row-placing.ts";

interface RowToolsInput {
  order: QueueOrderView;
  placing: RowPlacing;
  open: (id: string, target: "panel" | "field") => void;
}

/**
 * Returns the tools of the row's menu. The queue's keys use them with another `open`, which opens the
 * first field of the caller's panel.
 */
export function useRowTools({ order, placing, open }: RowToolsInput): RowTools {
  const openTimeline = useOpenTimeline();
  const openPrizes = useOpenPrizes();
  return {
    open: (id) => open(id, "panel"),
    openTimeline,
    openPrizes,
    openFlags: (id) => order.openFlags(id, findRow(id) ?? findPanelHead()),
    openBan: (id) => order.openFlags(id, findRow(id) ?? findPanelHead(), "ban"),
    askPosition: placing.openPlaceForm,
    pin: placing.pin,
    togglePick: (id) => order.picks?.toggle(id),
  };
}

/** Returns the place beside which the flags open when the list does not show the row. */
function findPanelHead(): Element | null {
  return document.querySelector("[data-region=caller] > header");
}
