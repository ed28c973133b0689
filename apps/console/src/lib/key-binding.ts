/**
 * `anywhere` works even in a text field, `page` while the person does not type, and `queue` while
 * the queue has the focus.
 */
export type CommandScope = "anywhere" | "page" | "queue";

/** The groups in the order of the shortcut sheet. */
export const COMMAND_GROUPS = ["calls", "lines", "caller", "queue", "panels"] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** The default key of one command. The key is defined only here. */
export interface KeyBinding {
  /** The command's id, under which a person's own key is stored. */
  command: string;
  scope: CommandScope;
  group: CommandGroup;
  /** The keys as in `KeyboardEvent.key`, with `+` between: `Alt+1`, `Shift+A`, `F2`. */
  keys: readonly string[];
  /** The text on the key cap, only if it differs from `keys`. */
  keyLabel?: string;
  /** Is true for arrows, which continue while the key is down. */
  repeats?: true;
  /** Is true when the command has its own guard against a press by mistake. */
  guarded?: true;
  /** The command whose key this command uses too. */
  sameAs?: string;
  /** Is true for a key of the queue that also works while nothing on the page has the focus. */
  entersQueue?: true;
  /**
   * Present when the command opens a text field: the longest time until the field appears. Keys
   * typed before that go into the field.
   */
  opensFieldMs?: number;
}

/** The time in which the code of a panel loads, even over a slow network. */
export const PANEL_OPENS_MS = 3_000;

/** The key that opens a panel. It works in its scope, or while the person does not type. */
export type PanelKeys = Pick<KeyBinding, "keys" | "keyLabel"> & { scope?: CommandScope };

export function bindPanel(id: string, shortcut: PanelKeys | null): KeyBinding {
  const { scope = "page", ...keys } = shortcut ?? { keys: [] };
  return { ...keys, scope, command: `panel.${id}`, group: "panels" };
}
