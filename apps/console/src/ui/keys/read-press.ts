import { isForeignLetter, type KeyboardLayout } from "./keyboard-layout.ts";

export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "getModifierState">;

const MODIFIERS = ["Control", "Alt", "Shift", "Meta"] as const;
type Modifier = (typeof MODIFIERS)[number];

const LETTER = /^[a-z]$/iu;
/** The signs of two keys by position, for layouts on which these keys type letters. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Period: [".", ">"],
  Slash: ["/", "?"],
};

/**
 * Returns a key press in the notation of a command's keys, in each form that can match, the most
 * specific one first. A letter is the Latin letter that the key types. Only on a layout without
 * Latin letters is it the letter of the position. A digit is the key at the position of the digit,
 * because some keyboards type signs there without Shift. Another sign is the sign that the key
 * types, with any Shift.
 */
export function readPress(event: KeyPress, layout: KeyboardLayout | null): string[] {
  const down = MODIFIERS.filter((modifier) => event.getModifierState(modifier));
  const spell = (name: string, dropped: readonly Modifier[] = []) =>
    [...down.filter((modifier) => !dropped.includes(modifier)), name].join("+");
  const key = readKey(event.key);
  if (LETTER.test(key)) {
    return [spell(toCase(key, down))];
  }
  const isSign = isOneSign(key);
  // The right Alt key of Linux and Firefox types signs, and so does each Alt key of macOS.
  const isThirdLevel = event.getModifierState("AltGraph") && !down.includes("Alt");
  const letter = isThirdLevel
    ? null
    : findLetter({ key, code: event.code }, { down, isSign, layout });
  const byPosition = letter === null ? [] : [spell(toCase(letter, down))];
  const isShifted = (down.includes("Shift") && !down.includes("Alt")) || isThirdLevel;
  const digit = readDigit({ key, code: event.code, shiftKey: isShifted });
  if (!isSign) {
    const byDigit = key === "Dead" && down.includes("Alt") && digit !== null ? [spell(digit)] : [];
    return [...byPosition, ...byDigit, spell(key)];
  }
  // Signs of the right Alt key come with Ctrl and Alt on Windows.
  const dropped: Modifier[] = event.getModifierState("AltGraph")
    ? ["Shift", "Control", "Alt"]
    : ["Shift"];
  const typed = isCased(key) ? spell(toCase(key, down)) : spell(key, dropped);
  if (digit !== null) {
    return [spell(digit, digit === key ? ["Shift"] : []), typed];
  }
  const isTypedFirst = !isForeignLetter(key) && !down.includes("Alt");
  const signs = findSign(event, { down, layout }).map((sign) => spell(sign, ["Shift"]));
  return isTypedFirst ? [typed, ...byPosition, ...signs] : [...byPosition, ...signs, typed];
}

/**
 * With Caps Lock the Turkish i is the capital `İ`. The Arabic key of B types two letters. Japanese
 * and Chinese keyboards type signs of double width.
 */
function readKey(key: string): string {
  const one = /^\p{sc=Arabic}{2}$/u.test(key) ? key.slice(0, 1) : key;
  return one === "İ" ? "I" : /^[！-～]$/u.test(one) ? one.normalize("NFKC") : one;
}

/** Returns the keys of a command in the form in which two spellings of one press are equal. */
export function normalizeKeys(keys: string): string {
  const name = readName(keys);
  const isSign = isOneSign(name) && !isCased(name) && !/\d/u.test(name);
  const modifiers = keys.slice(0, -name.length);
  return ((isSign ? modifiers.replace("Shift+", "") : modifiers) + name).toLowerCase();
}

/** Returns the key without its modifiers; the sign `+` is a key too. */
function readName(keys: string): string {
  return keys.endsWith("+") ? "+" : (keys.split("+").at(-1) ?? "");
}

interface PressContext {
  down: readonly Modifier[];
  layout: KeyboardLayout | null;
}

/**
 * Returns the letter of the position on a layout without Latin letters. With Alt some keyboards
 * type another sign than the letter on the key.
 */
function findLetter(
  { key, code }: Pick<KeyPress, "key" | "code">,
  { down, layout, isSign }: PressContext & { isSign: boolean },
): string | null {
  const position = /^Key([A-Z])$/u.exec(code)?.[1]?.toLowerCase() ?? null;
  if (down.includes("Alt") && !down.includes("Control") && (isSign || key === "Dead")) {
    return isForeignLetter(key) ? position : (layout?.latinAt(code) ?? position);
  }
  return isForeignLetter(key) || (isSign && layout?.isForeign === true) ? position : null;
}

/**
 * Returns the digit of a press: the typed digit, or the digit of the key in the row of digits. The
 * keys of the number pad count while they type a digit of another script.
 */
export function readDigit({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string | null {
  const digitKeys = /^\p{Nd}$/u.test(key) ? /^(?:Digit|Numpad)(\d)$/u : /^Digit(\d)$/u;
  const ofKey = shiftKey ? undefined : digitKeys.exec(code)?.[1];
  return /^\d$/u.test(key) ? key : (ofKey ?? null);
}

function findSign({ key, code }: KeyPress, { down, layout }: PressContext): string[] {
  const isAscii = /^[ -~]$/u.test(key);
  const signs = SIGNS[code];
  if (isAscii || signs === undefined || (layout?.isForeign !== true && !isForeignLetter(key))) {
    return [];
  }
  return [signs[down.includes("Shift") ? 1 : 0]];
}

function isCased(name: string): boolean {
  return name.toLowerCase() !== name.toUpperCase();
}

function toCase(letter: string, down: readonly Modifier[]): string {
  return down.includes("Shift") ? letter.toUpperCase() : letter.toLowerCase();
}

function isOneSign(name: string): boolean {
  return /^.$/u.test(name);
}
