import type { CommandScope } from "../lib/key-binding.ts";

export interface NamedKey {
  scope: CommandScope;
  label: string;
}

/** Every name of the console that a page of the manual may use, in one language. */
export interface ConsoleNames {
  /** The default keys, both by the id of the action and by the id of the command. */
  keys: Record<string, NamedKey[]>;
  actions: Record<string, Readonly<Record<string, string>>>;
  panels: Record<string, string>;
  sections: Record<string, string>;
  /** The words of the catalogues: `line-messages.toAir`. */
  words: Record<string, string>;
}
