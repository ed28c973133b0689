import type { CommandScope, KeyBinding } from "../../lib/key-binding.ts";
import { type ActionName, actionWords } from "../words/action-words.ts";
import { airActions } from "./air-actions.ts";
import { airCheckActions } from "./air-check-actions.ts";
import { conferActions } from "./confer-actions.ts";
import type { ActionUndo } from "./desk-action.ts";
import { cardActions } from "./hand-over-actions.ts";
import { keyedActions } from "./keyed-actions.ts";
import { leaveActions } from "./leave-actions.ts";
import { lineActions } from "./line-actions.ts";
import { listActions } from "./list-actions.ts";
import { markActions } from "./mark-actions.ts";
import { offerActions } from "./offer-actions.ts";
import { recordActions } from "./record-actions.ts";
import { rowActions } from "./row-actions.ts";
import { seatActions } from "./seat-actions.ts";
import { takeActions } from "./take-actions.ts";

/**
 * The registry of the desk's actions. The keys, the row's menu, the caller's panel, the line card,
 * the palette, the shortcut sheet, the announcements, Undo and the table in docs/spec read it.
 */
export const deskActions = {
  ...seatActions,
  ...airActions,
  ...lineActions,
  ...cardActions,
  ...offerActions,
  ...recordActions,
  ...listActions,
  ...takeActions,
  ...keyedActions,
  ...rowActions,
  ...conferActions,
  ...leaveActions,
  ...markActions,
  ...airCheckActions,
};

type Registry = typeof deskActions;

/** The actions that have a key of their own. */
export type KeyedActionId = {
  [Id in keyof Registry]: Registry[Id]["keys"] extends readonly [] ? never : Id;
}[keyof Registry];

/** The actions that Z undoes by a step of their own. */
export type UndoableId = {
  [Id in keyof Registry]: Registry[Id] extends { undo: ActionUndo } ? Id : never;
}[keyof Registry];

/** Returns the key of an action in a scope, or else its first key. */
export function findKey(id: KeyedActionId, scope?: CommandScope): KeyBinding {
  const { keys } = deskActions[id];
  return [...keys].find((key: KeyBinding) => key.scope === scope) ?? keys[0];
}

/** Returns the id of the text in the palette and the shortcut sheet: a sentence, or the name. */
export function findCommandName(id: KeyedActionId): ActionName {
  const words: { command?: string; name?: string } = actionWords[id];
  return (words.command === undefined ? `${id}.name` : `${id}.command`) as ActionName;
}
