import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";

/** The tools of the queue's list, which work from the row with the cursor. */
export interface ListTools {
  step: (by: 1 | -1) => void;
  /** Shows the changes that wait while the list is frozen. */
  flush: () => void;
  find: () => void;
  extendPick: (by: 1 | -1) => void;
}

interface ListDefinition extends DeskAction {
  /** Is true for an action that starts from the row with the cursor. */
  needsRow: boolean;
  run: (list: ListTools) => void;
}

const { inQueue, onPage } = bindKeys;

/** The actions on the queue's list, which have only keys. */
export const listActions = {
  up: {
    keys: [inQueue("up", ["ArrowUp", "k"], { repeats: true, entersQueue: true })],
    needsRow: true,
    run: (list) => list.step(-1),
  },
  down: {
    keys: [inQueue("down", ["ArrowDown", "j"], { repeats: true, entersQueue: true })],
    needsRow: true,
    run: (list) => list.step(1),
  },
  show: { keys: [inQueue("show", "u")], needsRow: false, run: (list) => list.flush() },
  find: {
    keys: [{ ...onPage("queue.find", "/"), group: "panels" }],
    needsRow: false,
    run: (list) => list.find(),
  },
  select_up: {
    keys: [inQueue("pickUp", "Shift+ArrowUp", { repeats: true })],
    needsRow: true,
    run: (list) => list.extendPick(-1),
  },
  select_down: {
    keys: [inQueue("pickDown", "Shift+ArrowDown", { repeats: true })],
    needsRow: true,
    run: (list) => list.extendPick(1),
  },
} as const satisfies Record<string, ListDefinition>;

export type ListAction = keyof typeof listActions;
