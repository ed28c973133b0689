import type { CommandScope } from "../../lib/key-binding.ts";
import type { Command } from "./command.ts";
import type { KeyboardLayout } from "./keyboard-layout.ts";
import { normalizeKeys, readPress } from "./read-press.ts";

/** Two runs of one command are at least this far apart. */
const THROTTLE_MS = 300;

export interface KeyContext {
  now: number;
  typing: boolean;
  inQueue: boolean;
  /** Is true while nothing on the page has the focus, as on a desk that has just opened. */
  nowhere: boolean;
  /** Is true while a dialog or menu is open. Then only commands with the scope `anywhere` work. */
  covered: boolean;
  lastRun: ReadonlyMap<string, number>;
  layout: KeyboardLayout;
}

const mayRun: Record<CommandScope, (context: KeyContext, command: Command) => boolean> = {
  anywhere: () => true,
  page: (context) => !context.typing && !context.covered,
  queue: ({ inQueue, nowhere, typing, covered }, command) =>
    (inQueue || (nowhere && command.entersQueue === true)) && !typing && !covered,
};

/** The narrower scope takes precedence: in the queue, K belongs to the queue. */
const rank: Record<CommandScope, number> = { queue: 0, page: 1, anywhere: 2 };

/** Outside of the queue, K belongs to the page. */
const outerRank: Record<CommandScope, number> = { ...rank, queue: 3 };

function isIdle(command: Command): boolean {
  return command.isPossible?.() === false;
}

/**
 * Returns the command of a key press; `held` when it must not run again yet. A key press has
 * several forms. The first form that belongs to a command decides.
 */
export function chooseCommand(
  commands: readonly Command[],
  event: KeyboardEvent,
  context: KeyContext,
): { command: Command; held: boolean } | null {
  const possible = commands.filter((each) => mayRun[each.scope](context, each));
  for (const pressed of readPress(event, context.layout)) {
    const ranks = context.inQueue ? rank : outerRank;
    const command = chooseByKeys(possible, normalizeKeys(pressed), ranks);
    if (command !== undefined) {
      return { command, held: isHeld(command, event, context) };
    }
  }
  return null;
}

function chooseByKeys(
  commands: readonly Command[],
  pressed: string,
  ranks: Record<CommandScope, number>,
): Command | undefined {
  return commands
    .filter((each) => each.keys.some((keys) => normalizeKeys(keys) === pressed))
    .sort((a, b) => ranks[a.scope] - ranks[b.scope] || Number(isIdle(a)) - Number(isIdle(b)))[0];
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
