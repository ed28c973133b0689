import type { CommandGroup, CommandScope } from "../../lib/key-binding.ts";

export interface Command {
  id: string;
  scope: CommandScope;
  group: CommandGroup;
  label: string;
  /** The keys as in `KeyboardEvent.key`, with `+` between: `Alt+1`, `Shift+A`, `F2`. */
  keys: readonly string[];
  keyLabel: string;
  run: () => void;
  /** Runs when a key that can be held is released, at most once for each press. */
  release?: () => void;
  /** Is true for arrows, which continue while the key is down. */
  repeats?: boolean;
  guarded?: boolean;
  sameAs?: string;
  entersQueue?: boolean;
  /** Present when the command opens a text field: the longest time until the field appears. */
  opensFieldMs?: number;
  /**
   * Returns false while there is nothing on which the command could act. Then the palette does not
   * offer it.
   */
  isPossible?: () => boolean;
}

export interface ShownShortcut {
  /** The id of the command that owns the key; missing when the key cannot be chosen. */
  command?: string;
  /** The default key, spelled as in a command's `keys`. */
  keys: string;
  /** The number of key caps: two for a double press, 0 where space is short. */
  times?: 0 | 1 | 2;
}
