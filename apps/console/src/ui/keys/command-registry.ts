import { bindShortcuts, dropSingleKeys, findChosenKeys, type Shortcuts } from "./bind-shortcuts.ts";
import type { Command, ShownShortcut } from "./command.ts";
import { isSingleKey } from "./spell-keys.ts";

export interface CommandRegistry {
  add: (commands: readonly Command[]) => () => void;
  /**
   * Lists commands with the keys that work: the keys that the person chose, otherwise the default
   * ones. Single keys work only if they are enabled.
   */
  list: () => readonly Command[];
  defaults: () => readonly Command[];
  setShortcuts: (shortcuts: Shortcuts) => void;
  /** Enables shortcuts that are a letter, a digit or a sign. */
  setSingleKeys: (on: boolean) => void;
  /** Returns the key that replaces the default one; `null` when no key works. */
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
  /**
   * Binds the keys only when they are needed, because one press may change a dozen lists of
   * commands.
   */
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
