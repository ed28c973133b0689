import { matchKeyBindingPress, parseKeybinding } from "tinykeys";

import type { CommandScope } from "../../lib/key-binding.ts";
import type { Command } from "./command.ts";

/** Two runs of one command are at least this far apart. */
const THROTTLE_MS = 300;

export interface KeyContext {
  now: number;
  typing: boolean;
  inQueue: boolean;
  /** True while the focus is in the caller's panel, where most keys of the page do nothing. */
  inPanel: boolean;
  /** True while a dialog or menu is open. Then only commands with the scope `anywhere` work. */
  covered: boolean;
  lastRun: ReadonlyMap<string, number>;
}

const mayRun: Record<CommandScope, (context: KeyContext, command: Command) => boolean> = {
  anywhere: () => true,
  page: (context, command) =>
    !context.typing && !context.covered && (!context.inPanel || command.inPanel === true),
  queue: (context) => context.inQueue && !context.typing && !context.covered,
};

/** The narrower scope takes precedence: in the queue, J belongs to the queue. */
const rank: Record<CommandScope, number> = { queue: 0, page: 1, anywhere: 2 };

function isIdle(command: Command): boolean {
  return command.isPossible?.() === false;
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const press = parseKeybinding(keys)[0];
  return press !== undefined && matchKeyBindingPress(event, press);
}

/** Returns the command of a key press; `held` when it must not run again yet. */
export function chooseCommand(
  commands: readonly Command[],
  event: KeyboardEvent,
  context: KeyContext,
): { command: Command; held: boolean } | null {
  const command = commands
    .filter((each) => mayRun[each.scope](context, each))
    .filter((each) => each.keys.some((keys) => matches(event, keys)))
    .sort((a, b) => rank[a.scope] - rank[b.scope] || Number(isIdle(a)) - Number(isIdle(b)))[0];
  if (command === undefined) {
    return null;
  }
  return { command, held: isHeld(command, event, context) };
}

function isHeld(command: Command, event: KeyboardEvent, context: KeyContext): boolean {
  if (command.repeats === true) {
    return false;
  }
  if (event.repeat) {
    return true;
  }
  if (command.guarded === true) {
    return false;
  }
  const last = context.lastRun.get(command.id);
  return last !== undefined && context.now - last < THROTTLE_MS;
}
