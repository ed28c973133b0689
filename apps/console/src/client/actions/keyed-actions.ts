import type { KeyBinding } from "../../lib/key-binding.ts";
import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";

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

/** Actions that a feature runs itself, because they act on what this feature draws. */
export const keyedActions = {
  take_next: { keys: [anywhere("desk.takeNext", "F2")] },
  undo: {
    keys: [anywhere("undo.last", "Control+."), onPage("undo.last.key", "z")],
  },
  line1: { keys: selectLine(1) },
  line2: { keys: selectLine(2) },
  move: { keys: [onPage("line.move", "o")] },
  offer: { keys: [onPage("line.give", "g")] },
  take_offered: { keys: [onPage("offer.take", "a")] },
  give_back: { keys: [onPage("offer.back", "b")] },
  record: { keys: [onPage("line.record", "t")] },
  history: {
    keys: [{ ...onPage("caller.history", "h"), group: "panels" }],
  },
  find: { keys: [{ ...onPage("queue.find", "/"), group: "panels" }] },
  up: { keys: [inQueue("up", ["ArrowUp", "k"], { repeats: true })] },
  down: { keys: [inQueue("down", ["ArrowDown", "j"], { repeats: true })] },
  open: { keys: [inQueue("open", "Enter")] },
  accept_other: { keys: [inQueue("answerOther", "Shift+A")] },
  show: { keys: [inQueue("show", "u")] },
  position: { keys: [inQueue("position", "m")] },
  flags: { keys: [inQueue("flags", "f")] },
  pick: { keys: [inQueue("pick", "x")] },
  pick_up: {
    keys: [inQueue("pickUp", "Shift+ArrowUp", { repeats: true })],
  },
  pick_down: {
    keys: [inQueue("pickDown", "Shift+ArrowDown", { repeats: true })],
  },
} as const satisfies Record<string, DeskAction>;
