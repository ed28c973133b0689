import type { KeyBinding } from "../../lib/key-binding.ts";
import { bindKeys } from "./bind-keys.ts";
import type { KeyedAction } from "./desk-action.ts";

const { inQueue, anywhere, onPage } = bindKeys;

/** Both keys of a line: the digit works while nobody types. */
function selectLine(number: 1 | 2): readonly [KeyBinding, KeyBinding] {
  const command = `line.select${number}`;
  const lines = { group: "lines" } as const;
  return [
    { ...anywhere(command, `Alt+${number}`), ...lines },
    { ...onPage(`${command}.digit`, String(number)), ...lines },
  ];
}

/** Actions that their feature runs, because they work on what it draws. */
export const keyedActions = {
  take_next: { command: "take_next.command", keys: [anywhere("desk.takeNext", "F2")] },
  hold: { command: "hold.command", keys: [anywhere("line.hold", "F4")] },
  mute: { command: "mute.command", keys: [anywhere("line.mute", "F8")] },
  hang_up: {
    command: "hang_up.command",
    keys: [anywhere("line.end", "F9", { guarded: true })],
  },
  undo: {
    command: "undo.command",
    keys: [anywhere("undo.last", "Control+."), onPage("undo.last.key", "z")],
  },
  line1: { command: "line1.command", keys: selectLine(1) },
  line2: { command: "line2.command", keys: selectLine(2) },
  move: { command: "move.command", keys: [onPage("line.move", "o")] },
  offer: { command: "offer.command", keys: [onPage("line.give", "g")] },
  take_offered: { command: "take_offered.command", keys: [onPage("offer.take", "a")] },
  give_back: { command: "give_back.command", keys: [onPage("offer.back", "b")] },
  record: { command: "record.command", keys: [onPage("line.record", "t")] },
  history: {
    command: "history.command",
    keys: [{ ...onPage("caller.history", "h"), group: "panels" }],
  },
  find: { command: "find.command", keys: [{ ...onPage("queue.find", "/"), group: "panels" }] },
  up: { command: "up.command", keys: [inQueue("up", ["ArrowUp", "k"], { repeats: true })] },
  down: { command: "down.command", keys: [inQueue("down", ["ArrowDown", "j"], { repeats: true })] },
  open: { command: "open.command", keys: [inQueue("open", "Enter")] },
  accept_other: { command: "accept_other.command", keys: [inQueue("answerOther", "Shift+A")] },
  show: { command: "show.command", keys: [inQueue("show", "u")] },
  position: { command: "position.command", keys: [inQueue("position", "m")] },
  flags: { command: "flags.command", keys: [inQueue("flags", "f")] },
  pick: { command: "pick.command", keys: [inQueue("pick", "x")] },
  pick_up: {
    command: "pick_up.command",
    keys: [inQueue("pickUp", "Shift+ArrowUp", { repeats: true })],
  },
  pick_down: {
    command: "pick_down.command",
    keys: [inQueue("pickDown", "Shift+ArrowDown", { repeats: true })],
  },
} as const satisfies Record<string, KeyedAction>;
