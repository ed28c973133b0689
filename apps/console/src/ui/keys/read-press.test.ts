import { expect, test } from "vitest";

import { isForeignLetter, KeyboardLayout, readLayoutTable } from "./keyboard-layout.ts";
import { pageKeys } from "./page-keys.ts";
import { normalizeKeys, readDigit, readPress } from "./read-press.ts";
import { spellKeys } from "./spell-keys.ts";

type Pressed = [key: string, code: string, ...down: string[]];

function press([key, code, ...down]: Pressed) {
  return { key, code, getModifierState: (name: string) => down.includes(name) };
}

/** Returns true when the press runs a command with these keys, on this layout. */
function runs(keys: string, pressed: Pressed, layout = new KeyboardLayout()): boolean {
  layout.note(press(pressed));
  return readPress(press(pressed), layout).some(
    (one) => normalizeKeys(one) === normalizeKeys(keys),
  );
}

/** Returns a layout on which the person has pressed these keys. */
function after(...pressed: Pressed[]): KeyboardLayout {
  const layout = new KeyboardLayout();
  pressed.forEach((one) => layout.note(press(one)));
  return layout;
}

const cyrillic = () => after(["в", "KeyD"]);
const hebrew = () => after(["ש", "KeyA"]);

test.each<[keys: string, pressed: Pressed]>([
  ["z", ["z", "KeyY"]], // QWERTZ
  ["z", ["z", "KeyW"]], // AZERTY
  ["q", ["q", "KeyA"]],
  ["m", ["m", "Semicolon"]],
  ["d", ["d", "KeyH"]], // Dvorak
  ["d", ["D", "KeyD"]], // Caps Lock
  ["i", ["i", "Quote"]], // Turkish
  ["i", ["İ", "Quote"]], // Turkish with Caps Lock
  ["Shift+I", ["İ", "Quote", "Shift"]],
  ["Shift+A", ["A", "KeyQ", "Shift"]],
  ["Shift+A", ["a", "KeyA", "Shift"]], // Caps Lock with Shift
  ["Control+k", ["k", "KeyK", "Control"]],
])("[KY58] %s is the key that types this Latin letter: %j", (keys, pressed) => {
  expect(runs(keys, pressed)).toBe(true);
});

test.each<[keys: string, pressed: Pressed]>([
  ["z", ["y", "KeyZ"]],
  ["q", ["a", "KeyQ"]],
  ["m", [",", "KeyM"]], // AZERTY
  ["s", ["ß", "Minus"]],
  ["o", ["ö", "KeyO"]],
  ["i", ["ı", "KeyI"]], // Turkish
  ["u", ["ґ", "KeyU", "AltGraph"]], // Ukrainian
  ["l", ["ł", "KeyL", "AltGraph"]], // Polish
  ["d", ["D", "KeyD", "Shift"]],
  ["d", ["d", "KeyD", "Control"]],
])(
  "[KY58] %s is not run by a key at its position that types something else: %j",
  (keys, pressed) => {
    expect(runs(keys, pressed)).toBe(false);
  },
);

test.each<[keys: string, pressed: Pressed]>([
  ["d", ["в", "KeyD"]], // Russian
  ["z", ["Я", "KeyZ"]],
  ["Control+k", ["л", "KeyK", "Control"]],
  ["Shift+H", ["Р", "KeyH", "Shift"]],
  ["d", ["δ", "KeyD"]], // Greek
  ["a", ["ش", "KeyA"]], // Arabic
  ["b", ["لا", "KeyB"]], // Arabic, two letters on one key
  ["a", ["ש", "KeyA"]], // Hebrew
  ["y", ["ั", "KeyY"]], // Thai
  ["k", ["ㅏ", "KeyK"]], // Korean
])(
  "[KY58] on a layout without Latin letters %s is the key at its position: %j",
  (keys, pressed) => {
    expect(runs(keys, pressed)).toBe(true);
  },
);

test("[KY58] on a layout without Latin letters a key that types a sign matches the sign first, and then its position", () => {
  expect(runs("w", ["'", "KeyW"], hebrew())).toBe(true);
  expect(runs("w", ["'", "KeyW"])).toBe(false);
  expect(readPress(press(["/", "KeyQ"]), hebrew())).toEqual(["/", "q"]);
  expect(runs("/", ["ظ", "Slash"])).toBe(true); // Arabic
  expect(runs("/", ["／", "Slash"])).toBe(true); // Japanese, double width
  expect(runs("?", ["？", "Slash", "Shift"])).toBe(true);
  expect(runs("?", ["؟", "Slash", "Shift"], after(["ش", "KeyA"]))).toBe(true);
  expect(runs("Control+.", ["ץ", "Period", "Control"])).toBe(true);
});

test.each<[keys: string, pressed: Pressed]>([
  ["1", ["&", "Digit1"]], // AZERTY
  ["2", ["é", "Digit2"]],
  ["2", ["2", "Digit2", "Shift"]],
  ["2", ["ě", "Digit2"]], // Czech
  ["2", ["2", "Numpad2"]],
  ["1", ["١", "Digit1"]], // Arabic digits
  ["2", ["٢", "Numpad2"]],
  ["Alt+1", ["&", "Digit1", "Alt"]],
  ["Alt+2", ["™", "Digit2", "Alt"]], // macOS
  ["Alt+2", ["™", "Digit2", "Alt", "AltGraph"]], // Firefox on macOS
  ["Alt+1", ["Dead", "Digit1", "Alt"]],
])("[KY59] %s is the key in the row of digits, or the typed digit: %j", (keys, pressed) => {
  expect(runs(keys, pressed)).toBe(true);
});

test("[KY59] Shift or AltGr with a key of the row of digits is not the digit", () => {
  expect(runs("2", ["@", "Digit2", "Shift"])).toBe(false);
  expect(runs("7", ["/", "Digit7", "Shift"])).toBe(false);
  expect(runs("2", ["@", "Digit2", "AltGraph"])).toBe(false); // Spanish on Linux
  expect(runs("2", ["²", "Digit2", "AltGraph"])).toBe(false); // German on Linux
  expect(runs("Alt+2", ["@", "Digit2", "AltGraph", "Control", "Alt"])).toBe(false);
  expect(runs("2", ["End", "Numpad1"])).toBe(false);
  expect(readDigit({ key: "&", code: "Digit1", shiftKey: false })).toBe("1");
});

test.each<[keys: string, pressed: Pressed]>([
  ["/", ["/", "Slash"]],
  ["/", ["/", "Digit7", "Shift"]], // German, Nordic, Spanish
  ["/", ["/", "Period", "Shift"]], // AZERTY
  ["/", ["/", "NumpadDivide"]],
  ["/", ["/", "Digit9"]], // bépo
  ["?", ["?", "Slash", "Shift"]],
  ["?", ["?", "Minus", "Shift"]], // German
  ["Shift+?", ["?", "KeyM", "Shift"]], // a choice that was stored earlier
  ["Control+.", [".", "Comma", "Control", "Shift"]], // AZERTY
  ["[", ["[", "Digit8", "AltGraph"]], // German on Linux
  ["[", ["[", "Digit8", "AltGraph", "Control", "Alt"]], // German on Windows
])("[KY59] the sign %s is the key that types it, with any Shift: %j", (keys, pressed) => {
  expect(runs(keys, pressed)).toBe(true);
});

test("[KY59] a sign needs its other modifiers", () => {
  expect(runs("/", ["/", "Slash", "Control"])).toBe(false);
  expect(runs("Control+.", [".", "Period"])).toBe(false);
});

test("with Alt the letter is the one on the key, whatever macOS types", () => {
  const azerty = after(["a", "KeyQ"]);

  expect(runs("Alt+a", ["œ", "KeyQ", "Alt"], azerty)).toBe(true);
  expect(runs("Alt+e", ["Dead", "KeyE", "Alt"])).toBe(true);
  expect(runs("Alt+œ", ["œ", "KeyQ", "Alt"])).toBe(true);
});

test("named keys match with exactly their modifiers", () => {
  const [next] = pageKeys.nextRegion;

  expect(runs("F9", ["F9", "F9"])).toBe(true);
  expect(runs("F9", ["F9", "F9", "Shift"])).toBe(false);
  expect(runs(next.keys[0] ?? "", ["ArrowDown", "ArrowDown", "Control", "Shift"])).toBe(true);
});

test("[KY60] a chosen key is stored as the Latin letter, digit or sign that works on every layout", () => {
  const choose = (pressed: Pressed, layout = new KeyboardLayout()) =>
    spellKeys(press(pressed), layout);

  expect(choose(["в", "KeyD"])).toBe("d");
  expect(choose(["Р", "KeyH", "Shift"])).toBe("Shift+H");
  expect(choose(["&", "Digit1"])).toBe("1");
  expect(choose(["/", "Digit7", "Shift"])).toBe("/");
  expect(choose(["z", "KeyY"])).toBe("z");
  expect(choose(["'", "KeyW"], hebrew())).toBe("'");
});

test("[KY60] the labels are the letters of the layout in use, as far as the person has pressed them", () => {
  const layout = cyrillic();
  let changes = 0;
  layout.onChange(() => (changes += 1));
  expect([...layout.labels]).toEqual([["D", "В"]]);

  layout.note({ key: "я", code: "KeyZ" });
  layout.note({ key: "Я", code: "KeyZ" });
  layout.note({ key: "/", code: "Slash" });
  expect([...layout.labels]).toEqual([
    ["D", "В"],
    ["Z", "Я"],
  ]);
  layout.note({ key: "d", code: "KeyD" });
  expect([layout.isForeign, layout.labels.size, changes]).toEqual([false, 0, 2]);
});

test("the browser's table gives the letters of keys that nobody has pressed", async () => {
  const layout = after(["q", "KeyQ"]);
  const keyboard = {
    getLayoutMap: async () =>
      new Map([
        ["KeyQ", "a"],
        ["KeyW", "z"],
        ["Digit1", "&"],
      ]),
  };

  layout.learn(await readLayoutTable({ keyboard } as unknown as Navigator));

  expect(["KeyQ", "KeyW", "Digit1"].map((code) => layout.latinAt(code))).toEqual(["q", "z", null]);
  expect([...(await readLayoutTable({} as Navigator))]).toEqual([]);
});

test("a letter with an accent is a Latin letter", () => {
  expect(["ö", "é", "ß", "ı", "/", "F2"].map(isForeignLetter)).toEqual(Array(6).fill(false));
});
