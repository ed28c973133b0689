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
  function changed() {
    byDefault = [...sets].flat();
    all = bindShortcuts(byDefault, shortcuts);
    labels = findChangedLabels(byDefault, shortcuts);
    for (const listener of listeners) {
      listener();
    }
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
    list: () => all,
    defaults: () => byDefault,
    labels: () => labels,
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
