import type { CommandGroup, CommandScope } from "../../lib/key-binding.ts";

export interface Command {
  id: string;
  scope: CommandScope;
  group: CommandGroup;
  label: string;
  /** In the spelling of `KeyboardEvent.key`, with `+` between: `Alt+1`, `Shift+A`, `F2`. */
  keys: readonly string[];
  keyLabel: string;
  run: () => void;
  /** On letting the key go: for keys that may be held. It comes once for a press, or not at all. */
  release?: () => void;
  /** Arrows: moves on for as long as the key is down. */
  repeats?: boolean;
  guarded?: boolean;
  sameAs?: string;
  /** False while there is nothing to do it to: then the palette does not offer it. */
  isPossible?: () => boolean;
}

export interface ShownShortcut {
  /** The id of the command whose key it is; none where the key cannot be chosen. */
  command?: string;
  /** Its default key, in the spelling of a command's `keys`. */
  keys: string;
  /** How often the cap shows it: twice where it is pressed twice, 0 where there is no room. */
  times?: 0 | 1 | 2;
}
