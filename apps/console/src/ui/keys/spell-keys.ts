import type { Command } from "./command.ts";
import type { KeyboardLayout } from "./keyboard-layout.ts";
import { type KeyPress, readPress } from "./read-press.ts";

/**
 * `alone`: a key without Ctrl, Alt or Cmd that text fields use. `held`: a key with Cmd for an
 * action that needs a long press.
 */
export type KeyRefusal = "browser" | "page" | "alone" | "held";

const BROWSER_OWNED = /^(?:(?:Control|Meta)\+(?:Shift\+)?[ntw]|(?:\w+\+)*F(?:1|3|5|6|11|12))$/iu;

/** Matches keys that move the focus, press a button, scroll or write. */
const PAGE_OWNED = /^(?:\w+\+)*(?:Tab|Escape|Enter|Backspace|Dead|Unidentified|Process|\+| )$/iu;

/** Matches the keys of text fields: arrows, Home or Del, which move in the text or erase it. */
const IN_FIELDS = /^(?:Shift\+)?(?:.|Arrow\w+|Home|End|Delete|PageUp|PageDown)$/u;

/** Returns true for a letter, digit or sign, alone or with Shift (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return /^(?:Shift\+)?.$/u.test(keys);
}

/** Returns why the key may not be chosen for that command, or `null`. */
export function chooseRefusal(
  keys: string,
  { scope, release }: Pick<Command, "scope" | "release">,
): KeyRefusal | null {
  if (BROWSER_OWNED.test(keys)) {
    return "browser";
  }
  if (PAGE_OWNED.test(keys)) {
    return "page";
  }
  // macOS does not report that a key goes up while Cmd is down.
  if (release !== undefined && keys.split("+").includes("Meta")) {
    return "held";
  }
  return scope === "anywhere" && IN_FIELDS.test(keys) ? "alone" : null;
}

const MODIFIER_KEYS = ["Control", "Alt", "Shift", "Meta", "AltGraph", "CapsLock"];

/** Returns the pressed keys in the notation of a command; `null` for only a modifier. */
export function spellKeys(event: KeyPress, layout: KeyboardLayout | null): string | null {
  return MODIFIER_KEYS.includes(event.key) ? null : (readPress(event, layout)[0] ?? null);
}

const NAMES: Record<string, string> = {
  Control: "Ctrl",
  Meta: "Cmd",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Delete: "Del",
};

/** Returns the keys as people read them: `Ctrl Shift ↓`. */
export function describeKeys(keys: string): string {
  const parts = keys.split("+");
  return parts
    .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

/** Returns the keys in the form of `aria-keyshortcuts`: `Control+K`. */
export function spellForAria(keys: string): string {
  const parts = keys.split("+");
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join("+");
}

export function isTakenByFirefox(keys: string, userAgent: string): boolean {
  return /^Alt\+\d$/u.test(keys) && /Linux(?!.*Android).*Firefox\//u.test(userAgent);
}
