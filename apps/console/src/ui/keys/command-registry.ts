import { bindShortcuts, findChangedLabels, type Shortcuts } from "./bind-shortcuts.ts";
import type { Command } from "./command.ts";

/** Every command that can be done now. It feeds keys, key caps and the shortcut sheet. */
export interface CommandRegistry {
  add: (commands: readonly Command[]) => () => void;
  /** With the keys that the person has chosen. */
  list: () => readonly Command[];
  /** The same with the default keys. */
  defaults: () => readonly Command[];
  setShortcuts: (shortcuts: Shortcuts) => void;
  /** By default label, what its key cap shows. */
  labels: () => ReadonlyMap<string, string>;
  onChange: (listener: () => void) => () => void;
}

export function createCommandRegistry(): CommandRegistry {
  const sets = new Set<readonly Command[]>();
  const listeners = new Set<() => void>();
  let shortcuts: Shortcuts = {};
  let byDefault: readonly Command[] = [];
  let all: readonly Command[] = [];
  let labels: ReadonlyMap<string, string> = new Map();
  let isOutdated = false;
  function changed() {
    isOutdated = true;
    for (const listener of listeners) {
      listener();
    }
  }
  /** A press may change a dozen lists of commands: they are joined when somebody asks. */
  function join() {
    if (!isOutdated) {
      return;
    }
    isOutdated = false;
    byDefault = [...sets].flat();
    all = bindShortcuts(byDefault, shortcuts);
    // The same map while the keys are the same: else each change draws every key cap anew.
    const shown = findChangedLabels(byDefault, shortcuts);
    labels = isSame(labels, shown) ? labels : shown;
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
    list: () => {
      join();
      return all;
    },
    defaults: () => {
      join();
      return byDefault;
    },
    labels: () => {
      join();
      return labels;
    },
    setShortcuts: (chosen) => {
      shortcuts = chosen;
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

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, label]) => other.get(key) === label);
}
