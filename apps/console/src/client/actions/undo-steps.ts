import type { DeviceLine } from "@linedesk/contract";
import { selectCall, selectLineOf, selectMe } from "../store/select-calls.ts";
import type { ActionUndo, DoneAction } from "./desk-action.ts";
import { isUndoable } from "./is-undoable.ts";
import { selectLines } from "./note-action.ts";

function findLineBefore({ call, linesBefore }: DoneAction): DeviceLine {
  return linesBefore.line1 === call ? "line1" : "line2";
}

/** The steps that undo actions of the registry. */
export const undoSteps = {
  /** Restores a caller whom a person rejected or hung up, while the server keeps the call. */
  leaving: {
    isPossible: (state, { call }) => isUndoable(selectCall(state, call)),
    run: ({ leaving }, { call }) => leaving.undo(call),
  },
  /** Withdraws an offer that the colleague has not accepted. */
  offer: {
    isPossible: (state, { call }) => {
      const offer = selectCall(state, call)?.offer ?? null;
      return offer !== null && offer.from.user === selectMe(state);
    },
    run: ({ leaving }, { call }) => leaving.undo(call),
  },
  /** Moves the call back to the line that it left, while that line is free. */
  move: {
    isPossible: (state, done) =>
      selectLines(state)[findLineBefore(done)] === null && selectLineOf(state, done.call) !== null,
    run: ({ handOver }, done) => handOver.moveBack(done.call, findLineBefore(done)),
  },
  /** Swaps again, while each line still has the call that the swap brought to it. */
  swap: {
    isPossible: (state, { linesBefore }) => {
      const { line1, line2 } = selectLines(state);
      return line1 === linesBefore.line2 && line2 === linesBefore.line1;
    },
    run: ({ handOver }, { call }) => handOver.swapBack(call),
  },
} as const satisfies Record<string, ActionUndo>;
