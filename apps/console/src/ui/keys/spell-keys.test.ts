import { describe, expect, test } from "vitest";

import { KeyboardLayout } from "./keyboard-layout.ts";
import {
  chooseRefusal,
  describeKeys,
  isTakenByFirefox,
  spellForAria,
  spellKeys,
} from "./spell-keys.ts";

function spell(key: string, code = "", ...down: string[]): string | null {
  const layout = new KeyboardLayout();
  return spellKeys({ key, code, getModifierState: (name) => down.includes(name) }, layout);
}

describe("the choice of keys", () => {
  const browsers = ["n", "t", "w"].map((key) => `Control+${key}`);
  const functions = ["F1", "F3", "F5", "F6", "F11", "F12"];

  test.each([...browsers, ...functions])(
    "[KY8] refuses %s because it belongs to the browser",
    (keys) => {
      expect(chooseRefusal(keys, { scope: "page" })).toBe("browser");
      expect(chooseRefusal(keys, { scope: "anywhere" })).toBe("browser");
    },
  );

  test.each(["Tab", "Escape", "Enter", "Shift+Tab", " "])(
    "[KY35] refuses %s because the page needs it",
    (keys) => {
      expect(chooseRefusal(keys, { scope: "page" })).toBe("page");
    },
  );

  test("[KY35] refuses a letter, digit, sign or arrow alone for a command that works while typing", () => {
    for (const keys of ["h", "Shift+A", "?", "ArrowUp", "Delete"]) {
      expect(chooseRefusal(keys, { scope: "anywhere" })).toBe("alone");
      expect(chooseRefusal(keys, { scope: "page" })).toBeNull();
    }
    for (const keys of ["F2", "F7", "Control+.", "Alt+1", "Control+Shift+ArrowDown"]) {
      expect(chooseRefusal(keys, { scope: "anywhere" })).toBeNull();
    }
  });
});

test("[KY35] refuses a key with Cmd for a command that needs a long press", () => {
  const end = { scope: "anywhere", release: () => undefined } as const;

  expect(chooseRefusal("Meta+e", end)).toBe("held");
  expect(chooseRefusal("Shift+Meta+E", end)).toBe("held");
  expect(chooseRefusal("Control+e", end)).toBeNull();
  expect(chooseRefusal("Meta+e", { scope: "anywhere" })).toBeNull();
});

test("[KY15] a pressed key is spelled like those of commands, and a modifier alone is no key", () => {
  expect(spell("F7")).toBe("F7");
  expect(spell("Q")).toBe("q");
  expect(spell("A", "KeyA", "Shift")).toBe("Shift+A");
  expect(spell("k", "KeyK", "Control")).toBe("Control+k");
  expect(spell("¡", "Digit1", "Alt")).toBe("Alt+1");
  expect(spell("Shift", "ShiftLeft", "Shift")).toBeNull();
});

test("[KY15] keys are shown as people read them", () => {
  expect(describeKeys("Control+Shift+ArrowDown")).toBe("Ctrl Shift ↓");
  expect(describeKeys("k")).toBe("K");
  expect(describeKeys("F2")).toBe("F2");
});

test("[KY15] keys are named for screen readers by ARIA", () => {
  expect(spellForAria("Control+k")).toBe("Control+K");
  expect(spellForAria("F9")).toBe("F9");
});

test("[KY35] the warning about Alt with a digit appears only in Firefox for Linux", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36";

  expect(isTakenByFirefox("Alt+1", firefox)).toBe(true);
  expect(isTakenByFirefox("F2", firefox)).toBe(false);
  expect(isTakenByFirefox("Alt+1", chrome)).toBe(false);
});
