import type { Command } from "./command.ts";
import { chooseRefusal, describeKeys } from "./spell-keys.ts";

/** The keys a person has chosen, by the command's id; an empty one leaves it without a key. */
export type Shortcuts = Readonly<Record<string, string>>;

/** The same key in the queue and outside of it is one choice [KY36]. */
export function findBinding({ id, sameAs }: Pick<Command, "id" | "sameAs">): string {
  return sameAs ?? id;
}

/** A choice that may not be made counts for nothing, whoever has stored it [KY14]. */
function chosenKeys(command: Command, shortcuts: Shortcuts): string | undefined {
  const keys = shortcuts[findBinding(command)];
  const isRefused = keys !== undefined && keys !== "" && chooseRefusal(keys, command) !== null;
  return isRefused ? undefined : keys;
}

export function buildLabel(command: Pick<Command, "guarded">, keys: string): string {
  const label = describeKeys(keys);
  return command.guarded === true && label !== "" ? `${label} ${label}` : label;
}

/** The commands with the keys that the person has chosen in place of the default ones [KY9]. */
export function bindShortcuts(commands: readonly Command[], shortcuts: Shortcuts): Command[] {
  return commands.map((command) => {
    const keys = chosenKeys(command, shortcuts);
    return keys === undefined
      ? command
      : { ...command, keys: keys === "" ? [] : [keys], keyLabel: buildLabel(command, keys) };
  });
}

/** What a key cap shows in place of the default key that is written on a button [KY37]. */
export function findChangedLabels(
  commands: readonly Command[],
  shortcuts: Shortcuts,
): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const command of commands) {
    const keys = chosenKeys(command, shortcuts);
    if (keys !== undefined) {
      changed.set(command.keyLabel, buildLabel(command, keys));
    }
    if (keys !== undefined && command.guarded === true) {
      changed.set(command.keyLabel.split(" ")[0] ?? "", describeKeys(keys));
    }
  }
  return changed;
}

/** The commands of which one is meant where the other is: only the queue's shadow the page's. */
function meet(one: Command, other: Command): boolean {
  const isAnywhere = one.scope === "anywhere" || other.scope === "anywhere";
  return isAnywhere || one.scope === other.scope;
}

/** The other command that has this key where the command works, by the keys as they are now. */
export function findClash(
  commands: readonly Command[],
  command: Command,
  keys: string,
): Command | null {
  const wanted = keys.toLowerCase();
  const scopes = commands.filter((each) => findBinding(each) === findBinding(command));
  const clash = commands.find(
    (other) =>
      findBinding(other) !== findBinding(command) &&
      scopes.some((mine) => meet(mine, other)) &&
      other.keys.some((key) => key.toLowerCase() === wanted),
  );
  return clash ?? null;
}
