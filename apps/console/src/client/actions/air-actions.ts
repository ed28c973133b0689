import type { Call, DeviceLine } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { ActingDesk, DeskAction } from "./desk-action.ts";

/** The seat's lines that feed the air, at the moment of a press. */
export interface SeatOnAir {
  /** Is true while a call is on a line that feeds the air, or is connecting to this line. */
  isInUse: boolean;
  /** The person's call on air, which dump mode ends; `null` without one. */
  ends: Call | null;
  /** The line of that call. */
  line: DeviceLine;
  next: Call | null;
}

interface AirDesk {
  actions: Pick<ActingDesk["actions"], "takeNext">;
  dropAir: () => void;
}

interface AirDefinition extends DeskAction {
  isPossible: (seat: SeatOnAir) => boolean;
  run: (desk: AirDesk, seat: SeatOnAir) => void;
}

const { anywhere } = bindKeys;

/**
 * The actions on the lines that feed the air. The words of each action name the callers whom it
 * takes off air.
 */
export const airActions = {
  /** Ends the call on air and takes the next caller to air, if the station allows it. */
  dump_next: {
    keys: [anywhere("desk.dumpNext", "F10")],
    isPossible: ({ ends, next }) => ends !== null && next !== null,
    run: ({ actions }, { ends, next, line }) => {
      if (ends !== null && next !== null) {
        void actions.takeNext(next, line, ends.id);
      }
    },
  },
  drop_air: {
    keys: [{ ...anywhere("desk.dropAir", "Shift+F9", { guarded: true }), keyLabel: "Shift F9" }],
    isPossible: ({ isInUse }) => isInUse,
    run: ({ dropAir }) => dropAir(),
  },
} as const satisfies Record<string, AirDefinition>;
