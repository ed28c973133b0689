import { bindShortcuts, findChangedLabels, type Shortcuts } from "./bind-shortcuts.ts";

/** `anywhere` works even in a text field; `page` not while typing; `queue` with the focus in it. */
export type CommandScope = "anywhere" | "page" | "queue";

export type CommandGroup = "calls" | "lines" | "queue" | "panels";

export interface Command {
  id: string;
  scope: CommandScope;
  group: CommandGroup;
  label: string;
  /** In the spelling of `KeyboardEvent.key`, with `+` between: `Alt+1`, `Shift+A`, `F2`. */
  keys: string[];
  /** As people read it. */
  keyLabel: string;
  run: () => void;
  /** On letting the key go: for keys that may be held. */
  release?: () => void;
  /** Arrows: moves on for as long as the key is down. */
  repeats?: boolean;
  /** Has a guard of its own against a press by mistake, so quick presses count [KY2]. */
  guarded?: boolean;
  /** The command whose chosen key it follows, where both are one action in two places. */
  sameAs?: string;
  /** False while there is nothing to do it to: then the palette does not offer it [KY10]. */
  isPossible?: () => boolean;
}

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
