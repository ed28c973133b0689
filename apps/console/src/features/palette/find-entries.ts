import { type Call, type Contact, isSpokenIn } from "@linedesk/contract";
import type { Command } from "../../ui/keys/command.ts";

export type PaletteEntry =
  | CommandEntry
  | { type: "caller"; id: string; label: string; detail: string }
  /** A contact of the phone book, whose number goes into the dial panel. */
  | { type: "contact"; id: string; label: string; detail: string; number: string };

export interface CommandEntry {
  type: "command";
  id: string;
  label: string;
  keyLabel: string;
  command: Command;
  /**
   * The label without the name of a caller, so that a search for the name finds only the caller,
   * and no command.
   */
  plain: string;
  /** Other words for the command, which the list does not show. */
  also: string;
  /** Is true for a command that names a caller. Such commands come first. */
  isOwn: boolean;
}

/** The limit of shown entries; nobody would read a longer list. */
const MOST_SHOWN = 50;

/** A shorter text would find so many callers that they would hide the commands. */
const LEAST_LETTERS = 2;

function has(text: string, words: string[]): boolean {
  return isSpokenIn(text, words.join(" "));
}

export function listCommands(commands: readonly Command[]): CommandEntry[] {
  const byLabel = new Map<string, CommandEntry>();
  for (const command of commands) {
    const { id, label, keyLabel, isPossible } = command;
    const known = byLabel.get(label);
    if (id === "panel.commands" || isPossible?.() === false) {
      continue;
    }
    if (known === undefined) {
      const words = { label, plain: label, also: "", isOwn: false };
      byLabel.set(label, { type: "command", id, keyLabel, command, ...words });
    } else if (keyLabel !== "" && !known.keyLabel.split(" or ").includes(keyLabel)) {
      known.keyLabel = [known.keyLabel, keyLabel].filter((one) => one !== "").join(" or ");
    }
  }
  return [...byLabel.values()];
}

function listCallers(calls: readonly Call[], find: string): PaletteEntry[] {
  return calls.flatMap(({ id, caller, description }): PaletteEntry[] => {
    const { name, numberDisplay, location } = caller;
    const detail = [name === null ? null : numberDisplay, location, description]
      .filter((one) => one !== null && one !== "")
      .join(", ");
    // A number is also found without its spaces.
    const text = `${name ?? ""} ${detail} ${numberDisplay} ${numberDisplay.replaceAll(" ", "")}`;
    return isSpokenIn(text, find)
      ? [{ type: "caller", id, label: name ?? numberDisplay, detail }]
      : [];
  });
}

/**
 * Returns the matches in this order: commands that begin with the first word, commands that name a
 * caller, other commands, commands that are found by other words, callers.
 */
export function findEntries(
  commands: readonly CommandEntry[],
  calls: readonly Call[],
  find: string,
): PaletteEntry[] {
  const words = find.toLowerCase().split(/\s+/u).filter(Boolean);
  function rank({ label, isOwn }: CommandEntry): number {
    if (words.length > 0 && label.toLowerCase().startsWith(words[0] ?? "")) {
      return 0;
    }
    return isOwn ? 1 : has(label, words) ? 2 : 3;
  }
  const found = commands
    .filter((entry) => isFound(entry, words))
    .toSorted((a, b) => rank(a) - rank(b));
  const callers = find.trim().length < LEAST_LETTERS ? [] : listCallers(calls, find.trim());
  return [...found, ...callers].slice(0, MOST_SHOWN);
}

function isFound({ label, plain, also }: CommandEntry, words: string[]): boolean {
  const isNamed = words.length === 0 || words.some((word) => has(`${plain} ${also}`, [word]));
  return isNamed && has(`${label} ${also}`, words);
}

/** Lists the contacts that the server has found, after all other entries. */
export function listContacts(contacts: readonly Contact[]): PaletteEntry[] {
  return contacts.map(({ id, name, number, numberDisplay }) => ({
    type: "contact",
    id,
    label: name,
    detail: numberDisplay,
    number,
  }));
}
