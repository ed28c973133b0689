import { expect, test } from "vitest";

import { bindShortcuts, dropSingleKeys, findClash } from "./bind-shortcuts.ts";
import type { Command } from "./command.ts";

function aCommand(id: string, keys: string[], over: Partial<Command> = {}): Command {
  const [keyLabel = ""] = keys;
  const rest = { scope: "page", group: "calls", label: id, run: () => undefined } as const;
  return { ...rest, id, keys, keyLabel, ...over };
}

const hold = aCommand("line.hold", ["F4"], { scope: "anywhere" });
const end = aCommand("line.end", ["F9"], { scope: "anywhere", keyLabel: "F9 F9", guarded: true });
const keypad = aCommand("panel.keypad", ["k"], { keyLabel: "K" });
const up = aCommand("queue.up", ["ArrowUp", "k"], { scope: "queue", keyLabel: "↑ or K" });
const verify = aCommand("queue.verify", ["v"], { scope: "queue", keyLabel: "V" });
const here = aCommand("caller.verify", ["v"], { sameAs: "queue.verify", keyLabel: "V" });
const all = [hold, end, keypad, up, verify, here];

function keysOf(shortcuts: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(bindShortcuts(all, shortcuts).map(({ id, keys }) => [id, keys]));
}

test("[KY15] each command can have another key, and an empty one removes it", () => {
  for (const { id, sameAs } of all) {
    expect(keysOf({ [sameAs ?? id]: "Alt+q" })[id]).toEqual(["Alt+q"]);
  }
  expect(keysOf({ "panel.keypad": "" })["panel.keypad"]).toEqual([]);
  expect(keysOf({})["queue.up"]).toEqual(["ArrowUp", "k"]);
});

test("[KY15] one choice applies to the queue and to the caller in the panel", () => {
  const keys = keysOf({ "queue.verify": "y" });

  expect(keys["queue.verify"]).toEqual(["y"]);
  expect(keys["caller.verify"]).toEqual(["y"]);
});

test("[KY8] a stored key that is not allowed is ignored", () => {
  expect(keysOf({ "line.hold": "F5" })["line.hold"]).toEqual(["F4"]);
  expect(keysOf({ "line.hold": "h" })["line.hold"]).toEqual(["F4"]);
});

test("[KY15] a chosen key is described, twice for a guarded command", () => {
  const bound = bindShortcuts(all, { "line.hold": "F7", "line.end": "Control+e" });

  const labels = Object.fromEntries(bound.map(({ id, keyLabel }) => [id, keyLabel]));
  expect(labels).toMatchObject({ "line.hold": "F7", "line.end": "Ctrl E Ctrl E" });
  expect(labels["panel.keypad"]).toBe("K");
});

test.each([
  ["k", "", []],
  ["Shift+A", "", []],
  ["?", "", []],
  [",", "", []],
  [";", "", []],
  [".", "", []],
  ["[", "", []],
  ["ö", "", []],
  ["Alt+1", "Alt 1", ["Alt+1"]],
  ["F9", "F9", ["F9"]],
  ["Delete", "Del", ["Delete"]],
  ["ArrowUp", "↑", ["ArrowUp"]],
])("[KY18] without single keys %s is shown as %j and binds %j", (chosen, keyLabel, keys) => {
  const [bound = keypad] = bindShortcuts([keypad], { "panel.keypad": chosen });

  expect(dropSingleKeys(bound)).toMatchObject({ keyLabel, keys });
});

test("[KY18] without single keys a command keeps its other key, and a guarded one with only a letter has none", () => {
  const reject = aCommand("queue.reject", ["Delete"], { scope: "queue", guarded: true });
  const [bound = reject] = bindShortcuts([reject], { "queue.reject": "x" });

  expect(dropSingleKeys(up)).toMatchObject({ keyLabel: "↑", keys: ["ArrowUp"] });
  expect(bound.keyLabel).toBe("X X");
  expect(dropSingleKeys(bound)).toMatchObject({ keyLabel: "", keys: [] });
});

test("[KY35] a clash is found when both keys work, and not when the queue's key takes precedence over the page's", () => {
  expect(findClash(all, hold, "F9")?.id).toBe("line.end");
  expect(findClash(all, keypad, "F4")?.id).toBe("line.hold");
  expect(findClash(all, keypad, "ArrowUp")).toBeNull();
  expect(findClash(all, verify, "ArrowUp")?.id).toBe("queue.up");
  expect(findClash(all, verify, "K")?.id).toBe("panel.keypad");
  expect(findClash(all, verify, "v")).toBeNull();
});
