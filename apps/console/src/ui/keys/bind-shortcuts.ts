import type { Command } from "./command.ts";
import { normalizeKeys } from "./read-press.ts";
import { chooseRefusal, describeKeys, isSingleKey } from "./spell-keys.ts";

/**
 * The keys that the person chose, by command id. An empty text means that the command has no key.
 */
export type Shortcuts = Readonly<Record<string, string>>;

export function findBinding({ id, sameAs }: Pick<Command, "id" | "sameAs">): string {
  return sameAs ?? id;
}

/** Ignores an invalid choice, even if it is stored. */
function chosenKeys(command: Command, shortcuts: Shortcuts): string | undefined {
  const keys = shortcuts[findBinding(command)];
  const isRefused = keys !== undefined && keys !== "" && chooseRefusal(keys, command) !== null;
  return isRefused ? undefined : keys;
}

function buildLabel(command: Pick<Command, "guarded">, keys: string): string {
  const label = describeKeys(keys);
  return command.guarded === true && label !== "" ? `${label} ${label}` : label;
}

export function bindShortcuts(commands: readonly Command[], shortcuts: Shortcuts): Command[] {
  return commands.map((command) => {
    const keys = chosenKeys(command, shortcuts);
    return keys === undefined
      ? command
      : { ...command, keys: keys === "" ? [] : [keys], keyLabel: buildLabel(command, keys) };
  });
}

export function dropSingleKeys(command: Command): Command {
  const singles = command.keys.filter(isSingleKey);
  const dropped = singles.map((keys) => buildLabel(command, keys));
  const labels = command.keyLabel.split(" or ").filter((label) => !dropped.includes(label));
  const keys = command.keys.filter((one) => !isSingleKey(one));
  return singles.length === 0 ? command : { ...command, keys, keyLabel: labels.join(" or ") };
}

export function findChosenKeys(
  commands: readonly Command[],
  shortcuts: Shortcuts,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const command of commands) {
    const keys = chosenKeys(command, shortcuts);
    if (keys !== undefined) {
      chosen.set(command.id, keys);
    }
  }
  return chosen;
}

/**
 * Returns true when one press could run both commands. Only commands of the queue take precedence
 * over those of the page.
 */
function canConflict(one: Command, other: Command): boolean {
  const isAnywhere = one.scope === "anywhere" || other.scope === "anywhere";
  return isAnywhere || one.scope === other.scope;
}

export function findClash(
  commands: readonly Command[],
  command: Command,
  keys: string,
): Command | null {
  const wanted = normalizeKeys(keys);
  const scopes = commands.filter((each) => findBinding(each) === findBinding(command));
  const clash = commands.find(
    (other) =>
      findBinding(other) !== findBinding(command) &&
      scopes.some((mine) => canConflict(mine, other)) &&
      other.keys.some((key) => normalizeKeys(key) === wanted),
  );
  return clash ?? null;
}
