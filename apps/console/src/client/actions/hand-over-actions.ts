import { bindKeys } from "./bind-keys.ts";
import {
  type CallOnLine,
  isConversation,
  isFree,
  isGoing,
  type LineDefinition,
} from "./call-on-line.ts";
import type { DeskAction } from "./desk-action.ts";
import { undoSteps } from "./undo-steps.ts";

/** An action that opens a part of the line card, where the person completes the action. */
interface CardDefinition extends DeskAction {
  isPossible: (at: CallOnLine) => boolean;
}

function mayHandOver(at: CallOnLine): boolean {
  const isOnAir = at.status === "on_air";
  const isMovable = isConversation(at) || at.status === "held";
  return isFree(at) && isMovable && (!isOnAir || at.may("air"));
}

function mayGoToOther(at: CallOnLine): boolean {
  return mayHandOver(at) && !at.other.isBarred;
}

const { onPage } = bindKeys;

/** The actions that move a call to the other line, swap both lines, or withdraw an offer. */
export const handOverActions = {
  move: {
    keys: [onPage("line.move", "o")],
    isPossible: (at) => mayGoToOther(at) && at.other.leg === null,
    run: ({ handOver }, { call, other }) => void handOver.moveToLine(call.id, other.line),
    undo: undoSteps.move,
  },
  /**
   * The key of `move` also swaps. While only the other line is on air, the swap is possible only
   * from that line.
   */
  swap: {
    keys: [],
    isPossible: (at) =>
      mayGoToOther(at) &&
      at.other.leg === "connected" &&
      !at.other.isBarredBack &&
      (at.status === "on_air" || !at.other.isOnAir),
    run: ({ handOver }, { call }) => void handOver.swap(call.id),
    undo: undoSteps.swap,
  },
  /** Withdraws the offer to a colleague who has not accepted it. */
  take_back: {
    keys: [],
    isPossible: (at) => at.status === "offered" && isFree(at),
    run: ({ leaving }, { call }) => void leaving.undo(call.id),
  },
} as const satisfies Record<string, LineDefinition>;

/** The actions that open a part of the line card. */
export const cardActions = {
  offer: {
    keys: [onPage("line.give", "g")],
    isPossible: mayHandOver,
    undo: undoSteps.offer,
  },
  confer: {
    keys: [],
    isPossible: (at) =>
      at.may("air") &&
      at.isConnected &&
      !isGoing(at) &&
      at.call.talkback === undefined &&
      at.status !== "dialling",
  },
  send_digits: {
    keys: [],
    isPossible: (at) => isConversation(at) && at.isConnected,
  },
} as const satisfies Record<string, CardDefinition>;
