import { expect, test } from "vitest";

import type { Command } from "./command.ts";
import { HeldKeys } from "./held-keys.ts";

function createEnd() {
  const ended = { releases: 0 };
  const command: Command = {
    id: "line.end",
    scope: "anywhere",
    group: "calls",
    label: "End",
    keys: [],
    keyLabel: "",
    run: () => undefined,
    release: () => {
      ended.releases += 1;
    },
  };
  return { ended, command };
}

function down(code: string, ...modifiers: string[]) {
  return { code, getModifierState: (modifier: string) => modifiers.includes(modifier) };
}

const letterE = { key: "e", code: "KeyE" };
const control = { key: "Control", code: "ControlLeft" };
const shift = { key: "Shift", code: "ShiftLeft" };
const cmd = { key: "Meta", code: "MetaLeft" };

test.each([
  ["its key", letterE],
  ["its key, which by now types another letter", { key: "E", code: "KeyE" }],
  ["its modifier", control],
  ["Cmd, because macOS reports no other key while Cmd is down", cmd],
])("the release of one key ends the chord once: %s", (_, released) => {
  const held = new HeldKeys();
  const { ended, command } = createEnd();
  held.press(down("KeyE", "Control"), command);

  held.release(shift);
  held.release({ key: "x", code: "KeyX" });
  expect(ended.releases).toBe(0);
  held.release(released);
  held.release(letterE);
  held.release(control);

  expect(ended.releases).toBe(1);
});

test("a release belongs to the command that the press has run", () => {
  const held = new HeldKeys();
  const [first, second] = [createEnd(), createEnd()];
  held.press(down("F9"), first.command);
  held.press(down("KeyE", "Control"), second.command);

  held.release({ key: "F9", code: "F9" });

  expect([first.ended.releases, second.ended.releases]).toEqual([1, 0]);
});

test("a key that was down when the window lost the focus is not released later", () => {
  const held = new HeldKeys();
  const { ended, command } = createEnd();
  held.press(down("F9"), command);

  held.forget();
  held.release({ key: "F9", code: "F9" });

  expect(ended.releases).toBe(0);
});
