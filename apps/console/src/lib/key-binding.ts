/** `anywhere` works even in a text field; `page` not while typing; `queue` with the focus in it. */
export type CommandScope = "anywhere" | "page" | "queue";

/** In the order of the shortcut sheet. */
export const COMMAND_GROUPS = ["calls", "lines", "queue", "panels"] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** The default key of one command: the only place that names it. */
export interface KeyBinding {
  /** The command's id, under which a person's own key is stored. */
  command: string;
  scope: CommandScope;
  group: CommandGroup;
  /** In the spelling of `KeyboardEvent.key`, with `+` between: `Alt+1`, `Shift+A`, `F2`. */
  keys: readonly string[];
  /** Stands only where people read another key than `keys` spells. */
  keyLabel?: string;
  /** Arrows: moves on for as long as the key is down. */
  repeats?: true;
  /** Has a guard of its own against a press by mistake. */
  guarded?: true;
  /** The command whose key it follows. */
  sameAs?: string;
}

/** The key that opens a panel; it works while nobody types, or in its scope. */
export type PanelKeys = Pick<KeyBinding, "keys" | "keyLabel"> & { scope?: CommandScope };

export function bindPanel(id: string, shortcut: PanelKeys | null): KeyBinding {
  const { scope = "page", ...keys } = shortcut ?? { keys: [] };
  return { ...keys, scope, command: `panel.${id}`, group: "panels" };
}
