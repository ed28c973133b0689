import type { KeyBinding } from "../../lib/key-binding.ts";
import type { Command, ShownShortcut } from "./command.ts";
import { describeKeys } from "./spell-keys.ts";

type BoundCommand = Omit<Command, "label" | "run" | "isPossible" | "release">;

/** Returns the part of a command that its binding defines. */
export function bindCommand({ command, ...binding }: KeyBinding): BoundCommand {
  return { ...binding, id: command, keyLabel: labelKeys({ command, ...binding }) };
}

/**
 * Returns the keys as people read them: `↓ or J`, and `Del Del` for a key that must be pressed
 * twice.
 */
export function labelKeys({ keys, keyLabel, guarded }: KeyBinding): string {
  const labels = keys.map((one) => {
    const label = describeKeys(one);
    return guarded === true ? `${label} ${label}` : label;
  });
  return keyLabel ?? labels.join(" or ");
}

/** Returns the key as a button or an entry of a menu shows it. */
export function toShortcut({ command, keys: [first = ""], guarded }: KeyBinding): ShownShortcut {
  return { command, keys: first, ...(guarded === true ? { times: 2 as const } : {}) };
}
