import type { Call, DeviceLine } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { ActingDesk, DeskAction } from "./desk-action.ts";

/** The seat at the moment when it takes the next caller on the selected line. */
export interface SeatForNext {
  line: DeviceLine;
  call: Call | null;
  /** The number of hidden callers whom Next skips. */
  skipped: number;
  /** Is true when all waiting callers wait for a screener, and this person is not a screener. */
  isForScreener: boolean;
  isRegistered: boolean;
  isConnected: boolean;
  isReading: boolean;
  isBarred: boolean;
}

export type NextDisabledReason =
  | "other_tab"
  | "nobody_waits"
  | "all_hidden"
  | "for_screener"
  /** The selected line feeds the air, and the role may not take callers to air. */
  | "feeds_air"
  | "device_not_ready"
  | "not_connected";

/** Returns why nobody can be taken now; `null` when somebody can. */
export function findDisabledReason(seat: SeatForNext): NextDisabledReason | null {
  if (seat.isReading) {
    return "other_tab";
  }
  if (!seat.isConnected) {
    return "not_connected";
  }
  if (!seat.isRegistered) {
    return "device_not_ready";
  }
  if (seat.isBarred) {
    return "feeds_air";
  }
  if (seat.call !== null) {
    return null;
  }
  if (seat.isForScreener) {
    return "for_screener";
  }
  return seat.skipped > 0 ? "all_hidden" : "nobody_waits";
}

interface SeatDefinition extends DeskAction {
  isPossible: (seat: SeatForNext) => boolean;
  run: (desk: ActingDesk, seat: SeatForNext) => void;
}

const { anywhere, onPage } = bindKeys;

/** The actions of the whole seat. */
export const seatActions = {
  take_next: {
    keys: [anywhere("desk.takeNext", "F2")],
    isPossible: (seat) => findDisabledReason(seat) === null,
    run: ({ actions }, { call, line }) => {
      if (call !== null) {
        void actions.takeNext(call, line);
      }
    },
  },
  /** Always possible, because `undoLast` does nothing when there is nothing to undo. */
  undo: {
    keys: [anywhere("undo.last", "Control+."), onPage("undo.last.key", "z")],
    isPossible: () => true,
    run: ({ undo }) => void undo.undoLast(),
  },
} as const satisfies Record<string, SeatDefinition>;
