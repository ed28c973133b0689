import type { ReactNode } from "react";

import type { DeskSize } from "../ui/use-desk-size.ts";
import type { SideOpen } from "./ConsoleFrame.tsx";
import { CHAT_PANEL, type PanelWays } from "./panels.ts";
import type { StationPanel } from "./use-panels.ts";

export interface SideColumnProps {
  panels: readonly StationPanel[];
  ways: PanelWays;
  /** Beside the queue the column shows every open panel; otherwise a sheet shows one of them. */
  size: DeskSize;
  /** The caller's panel, or `null` while it is closed. */
  caller: ReactNode;
  callerName: ReactNode;
  /** The number of waiting callers. */
  waiting: ReactNode;
  openCallerPanel: () => void;
  /** Closes the caller's panel and all other panels. */
  close: () => void;
}

type Opened = Pick<StationPanel, "id" | "isLast">;

/** Returns the panel in the sheet, `caller`, or `null` while the sheet is closed. */
export function findShownPanel<Panel extends Opened>(
  panels: readonly Panel[],
  callerOpen: boolean,
): Panel | "caller" | null {
  return panels.find(({ isLast }) => isLast) ?? (callerOpen ? "caller" : null);
}

export function findSideOpen(panels: readonly Opened[], callerOpen: boolean): SideOpen {
  const shown = findShownPanel(panels, callerOpen);
  return shown === null ? null : shown === "caller" || shown.id === CHAT_PANEL ? "low" : "high";
}

/** `queue`, `caller`, or the id of a panel. */
export type SheetTab = string;

/**
 * Returns the tabs of the sheet. The caller and the chat always have one. Any other panel has a tab
 * while it is shown; on a phone it has a head of its own instead.
 */
export function listTabs({ size, shown }: { size: DeskSize; shown: string | null }): SheetTab[] {
  const fixed = ["caller", CHAT_PANEL];
  if (size === "small") {
    return ["queue", ...fixed];
  }
  return shown === null || fixed.includes(shown) ? fixed : [...fixed, shown];
}
