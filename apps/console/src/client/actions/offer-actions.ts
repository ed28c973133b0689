import type { Call, DeviceLine } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { ActingDesk, DeskAction } from "./desk-action.ts";

/** A call that a colleague offers to this line. */
export interface OfferOnLine {
  call: Call;
  line: DeviceLine;
  /**
   * Is true when the line feeds the air and the role at the call's station may not take callers to
   * air.
   */
  isBarred: boolean;
}

interface OfferDefinition extends DeskAction {
  isPossible: (offer: OfferOnLine) => boolean;
  run: (desk: ActingDesk, offer: OfferOnLine) => void;
}

const { onPage } = bindKeys;

/** The answers to an offer of a colleague. */
export const offerActions = {
  take_offered: {
    keys: [onPage("offer.take", "a")],
    isPossible: ({ isBarred }) => !isBarred,
    run: ({ actions }, { call, line }) => void actions.accept(call.id, line),
  },
  give_back: {
    keys: [onPage("offer.back", "b")],
    isPossible: () => true,
    run: ({ leaving }, { call }) => void leaving.undo(call.id),
  },
} as const satisfies Record<string, OfferDefinition>;
