import { bindShortcuts, dropSingleKeys, findChosenKeys, type Shortcuts } from "./bind-shortcuts.ts";
import type { Command, ShownShortcut } from "./command.ts";
import { isSingleKey } from "./spell-keys.ts";

export interface CommandRegistry {
  add: (commands: readonly Command[]) => () => void;
  /** With the keys that work: those that the person has chosen, and single ones if wanted. */
  list: () => readonly Command[];
  defaults: () => readonly Command[];
  setShortcuts: (shortcuts: Shortcuts) => void;
  /** Whether a letter, digit or sign alone is a shortcut. */
  setSingleKeys: (on: boolean) => void;
  /** The key that works in place of the default one; null where none does. */
  findKeys: (shortcut: ShownShortcut) => string | null;
  onChange: (listener: () => void) => () => void;
}

interface BoundCommands {
  defaults: readonly Command[];
  working: readonly Command[];
  chosen: ReadonlyMap<string, string>;
}

export function createCommandRegistry(): CommandRegistry {
  const sets = new Set<readonly Command[]>();
  const listeners = new Set<() => void>();
  let shortcuts: Shortcuts = {};
  let singleKeys = true;
  let bound: BoundCommands | null = null;
  function changed() {
    bound = null;
    for (const listener of listeners) {
      listener();
    }
  }
  /** A press may change a dozen lists of commands: they are bound when somebody asks. */
  function bind(): BoundCommands {
    bound ??= bindCommands([...sets].flat(), shortcuts, singleKeys);
    return bound;
  }
  return {
    add: (commands) => {
      sets.add(commands);
      changed();
      return () => {
        sets.delete(commands);
        changed();
      };
    },
    list: () => bind().working,
    defaults: () => bind().defaults,
    findKeys: ({ command, keys }) => {
      const shown = command === undefined ? keys : (bind().chosen.get(command) ?? keys);
      return shown === "" || (!singleKeys && isSingleKey(shown)) ? null : shown;
    },
    setShortcuts: (wanted) => {
      shortcuts = wanted;
      changed();
    },
    setSingleKeys: (on) => {
      singleKeys = on;
      changed();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function bindCommands(
  defaults: readonly Command[],
  shortcuts: Shortcuts,
  singleKeys: boolean,
): BoundCommands {
  const bound = bindShortcuts(defaults, shortcuts);
  return {
    defaults,
    working: singleKeys ? bound : bound.map(dropSingleKeys),
    chosen: findChosenKeys(defaults, shortcuts),
  };
}
