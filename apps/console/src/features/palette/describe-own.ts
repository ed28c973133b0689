import type { Command } from "../../ui/keys/command.ts";
import type { CommandEntry } from "./find-entries.ts";
import type { paletteMessages } from "./palette-messages.ts";

/** The names of the callers whom commands concern; `null` without such a caller. */
export interface OwnNames {
  onLine: string | null;
  /** The caller on whom the keys act. */
  keyed: string | null;
  next: string | null;
  /** Is true when the caller on the line is on air, where only a long press ends the call. */
  isOnAir: boolean;
}

export const nobody: OwnNames = { onLine: null, keyed: null, next: null, isOnAir: false };

type OwnWord = keyof typeof paletteMessages.own;
type AlsoWord = keyof typeof paletteMessages.also;

/**
 * The commands on the caller of the selected line, on the next caller, and on the caller on whom the
 * keys act, in the order of the list.
 */
const ownCommands: Readonly<
  Record<string, { word: OwnWord; of: Exclude<keyof OwnNames, "isOnAir"> }>
> = {
  "line.hold": { word: "hold", of: "onLine" },
  "line.mute": { word: "mute", of: "onLine" },
  "line.move": { word: "move", of: "onLine" },
  "line.give": { word: "give", of: "onLine" },
  "line.end": { word: "end", of: "onLine" },
  "desk.takeNext": { word: "takeNext", of: "next" },
  "caller.verify": { word: "verify", of: "keyed" },
  "caller.next": { word: "next", of: "keyed" },
  "caller.radioOff": { word: "radioOff", of: "keyed" },
  "caller.agreed": { word: "agreed", of: "keyed" },
  "caller.lock": { word: "lock", of: "keyed" },
  "caller.flags": { word: "flags", of: "keyed" },
  "caller.position": { word: "position", of: "keyed" },
  "caller.ban": { word: "ban", of: "keyed" },
};

const otherWords: Readonly<Record<string, AlsoWord>> = {
  "app.help": "help",
  "app.sheet": "keys",
  "note.board": "board",
  "note.delay": "delay",
  "desk.dropAir": "drop",
  "desk.takeNext": "air",
  "line.end": "end",
  "line.give": "give",
  "caller.verify": "verify",
  "caller.radioOff": "air",
  "caller.agreed": "air",
  "caller.ban": "ban",
  "caller.flags": "ban",
  "admin.flags": "ban",
  "admin.lines": "phoneLines",
  "admin.board": "board",
  "admin.people": "invite",
  "admin.telephony": "trunk",
  "panel.contest": "contest",
  "line.record": "record",
  "panel.bulk-reject": "bulk",
  "panel.chat": "talk",
  "panel.dial": "dial",
  "panel.history": "past",
  "caller.history": "past",
  "panel.phone-book": "contacts",
  "panel.sound-check": "record",
  "panel.settings": "settings",
  "desk.settings": "settings",
  "admin.privacy": "privacy",
  "admin.station": "station",
};

interface PaletteWords {
  own: (word: OwnWord, name: string) => string;
  also: (word: AlsoWord) => string;
}

/** Adds the callers' names and other words, and puts the commands on these callers first. */
export function describeOwn(
  entries: readonly CommandEntry[],
  names: OwnNames,
  words: PaletteWords,
): CommandEntry[] {
  const described = entries.map((entry): CommandEntry => {
    const own = ownCommands[entry.id];
    const name = own === undefined ? null : names[own.of];
    const other = otherWords[entry.id];
    const also = other === undefined ? "" : words.also(other);
    if (own === undefined || name === null) {
      return { ...entry, also };
    }
    const isLong = entry.id === "line.end" && names.isOnAir;
    const word = isLong ? "endOnAir" : own.word;
    // The command that takes a caller to air already has a label with the caller's name.
    const label = entry.label.includes(name) ? entry.label : words.own(word, name);
    const keyLabel = isLong ? toSinglePress(entry.keyLabel) : entry.keyLabel;
    return { ...entry, label, keyLabel, plain: label.replaceAll(name, ""), also, isOwn: true };
  });
  const order = Object.keys(ownCommands);
  const own = described
    .filter(({ isOwn }) => isOwn)
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  return [...own, ...described.filter(({ isOwn }) => !isOwn)];
}

/** Returns `F9` for `F9 F9`, and any other key unchanged. */
function toSinglePress(keyLabel: string): string {
  const half = keyLabel.slice(0, (keyLabel.length - 1) / 2);
  return keyLabel === `${half} ${half}` ? half : keyLabel;
}

const HELP = "app.help";

/**
 * Adds notes about functions that people search for and that this console does not have. Each note
 * opens Help.
 */
export function addNotes(
  commands: readonly Command[],
  words: (note: keyof typeof paletteMessages.note) => string,
): readonly Command[] {
  const help = commands.find(({ id }) => id === HELP);
  const hasBoard = commands.some(({ id }) => id === "admin.board");
  if (help === undefined) {
    return commands;
  }
  const notes = hasBoard ? (["delay"] as const) : (["delay", "board"] as const);
  const plain = { ...help, keys: [], keyLabel: "" };
  return [
    ...commands,
    ...notes.map((note) => ({ ...plain, id: `note.${note}`, label: words(note) })),
  ];
}
