import type { KeyBinding } from "../../lib/key-binding.ts";
import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";
import { ANSWER_OPENS_MS } from "./take-actions.ts";

const { inQueue, anywhere, onPage } = bindKeys;

/** Returns both keys of a line; the bare digit works only while the person does not type. */
function selectLine(number: 1 | 2): readonly [KeyBinding, KeyBinding] {
  const command = `line.select${number}`;
  const lines = { group: "lines" } as const;
  return [
    { ...anywhere(command, `Alt+${number}`), ...lines },
    { ...onPage(`${command}.digit`, String(number)), ...lines },
  ];
}

/**
 * Actions that select or show a part of the page. The page runs them, and they are always possible.
 */
export const keyedActions = {
  line1: { keys: selectLine(1) },
  line2: { keys: selectLine(2) },
  history: { keys: [{ ...onPage("caller.history", "h"), group: "panels" }] },
  /** Runs `accept` on the line that is not selected. */
  accept_other: { keys: [inQueue("answerOther", "Shift+A", { opensFieldMs: ANSWER_OPENS_MS })] },
} as const satisfies Record<string, DeskAction>;
