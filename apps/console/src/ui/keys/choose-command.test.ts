import { describe, expect, test } from "vitest";

import { chooseCommand } from "./choose-command.ts";
import type { KeyContext } from "./choose-command.ts";
import { createCommandRegistry } from "./command-registry.ts";
import type { Command } from "./command.ts";
import { KeyboardLayout } from "./keyboard-layout.ts";

function aCommand(over: Partial<Command> & Pick<Command, "id" | "keys" | "scope">): Command {
  return {
    group: "calls",
    label: over.id,
    keyLabel: over.keys[0] ?? "",
    run: () => undefined,
    ...over,
  };
}

function press(key: string, over: { repeat?: boolean; mods?: string[] } = {}): KeyboardEvent {
  const mods = over.mods ?? [];
  return {
    key,
    code: "",
    repeat: over.repeat ?? false,
    getModifierState: (mod: string) => mods.includes(mod),
  } as unknown as KeyboardEvent;
}

function here(over: Partial<KeyContext> = {}): KeyContext {
  return {
    now: 10_000,
    typing: false,
    inQueue: false,
    nowhere: false,
    covered: false,
    lastRun: new Map(),
    layout: new KeyboardLayout(),
    ...over,
  };
}

const takeNext = aCommand({ id: "takeNext", keys: ["F2"], scope: "anywhere" });
const end = aCommand({ id: "end", keys: ["F9"], scope: "anywhere", guarded: true });
const line2 = aCommand({ id: "line2", keys: ["2", "Alt+2"], scope: "page" });
const keypad = aCommand({ id: "keypad", keys: ["k"], scope: "page" });
const rowUp = aCommand({ id: "rowUp", keys: ["ArrowUp", "k"], scope: "queue", repeats: true });
const answerOther = aCommand({ id: "answerOther", keys: ["Shift+A"], scope: "queue" });
const all = [takeNext, end, line2, keypad, rowUp, answerOther];

function chosen(event: KeyboardEvent, context: KeyContext) {
  return chooseCommand(all, event, context)?.command.id ?? null;
}

describe("the command of a key", () => {
  test("[KY1] is found for function keys while typing", () => {
    expect(chosen(press("F2"), here({ typing: true }))).toBe("takeNext");
  });

  test("[KY3] is none for single keys while typing", () => {
    expect(chosen(press("2"), here({ typing: true }))).toBeNull();
    expect(chosen(press("2"), here())).toBe("line2");
  });

  test("[KY3] moves the row for K in the queue and opens the keypad elsewhere", () => {
    expect(chosen(press("k"), here({ inQueue: true }))).toBe("rowUp");
    expect(chosen(press("k"), here())).toBe("keypad");
  });

  test("[KY3] moves the row for an arrow while nothing has the focus, and opens the keypad for K", () => {
    const up = { ...rowUp, entersQueue: true };
    function fromNowhere(key: string, over: Partial<KeyContext> = {}): string | null {
      const context = here({ nowhere: true, ...over });
      return chooseCommand([up, keypad, answerOther], press(key), context)?.command.id ?? null;
    }

    expect(fromNowhere("ArrowUp")).toBe("rowUp");
    expect(fromNowhere("k")).toBe("keypad");
    expect(fromNowhere("A", { nowhere: false })).toBeNull();
    expect(fromNowhere("ArrowUp", { nowhere: false })).toBeNull();
    expect(fromNowhere("ArrowUp", { typing: true })).toBeNull();
    expect(fromNowhere("ArrowUp", { covered: true })).toBeNull();
  });

  test("[KY1] needs the modifier of Shift+A and Alt+2", () => {
    expect(chosen(press("A", { mods: ["Shift"] }), here({ inQueue: true }))).toBe("answerOther");
    expect(chosen(press("a"), here({ inQueue: true }))).toBeNull();
    expect(chosen(press("2", { mods: ["Alt"] }), here())).toBe("line2");
    expect(chosen(press("2", { mods: ["Control"] }), here())).toBeNull();
  });

  test("is none in a dialog, except for commands that work everywhere", () => {
    expect(chosen(press("k"), here({ covered: true, inQueue: true }))).toBeNull();
    expect(chosen(press("F2"), here({ covered: true }))).toBe("takeNext");
  });
});

describe("the throttle", () => {
  function held(event: KeyboardEvent, context: KeyContext) {
    return chooseCommand(all, event, context)?.held;
  }

  test("[KY7] runs one command at most every 300 ms", () => {
    const lastRun = new Map([["takeNext", 9_800]]);
    expect(held(press("F2"), here({ lastRun }))).toBe(true);
    expect(held(press("F2"), here({ lastRun, now: 10_100 }))).toBe(false);
  });

  test("[KY7] does not delay another command", () => {
    expect(held(press("2"), here({ lastRun: new Map([["takeNext", 9_990]]) }))).toBe(false);
  });

  test("[KY7] ignores a repeating key, except arrows", () => {
    expect(held(press("F2", { repeat: true }), here())).toBe(true);
    expect(held(press("ArrowUp", { repeat: true }), here({ inQueue: true }))).toBe(false);
  });

  test("[KY7] does not delay the second quick press of F9, which has its own guard", () => {
    expect(held(press("F9"), here({ lastRun: new Map([["end", 9_900]]) }))).toBe(false);
  });
});

describe("the registry", () => {
  test("lists the added commands and reports changes", () => {
    const registry = createCommandRegistry();
    let changes = 0;
    registry.onChange(() => changes++);

    const remove = registry.add([takeNext, end]);
    expect(registry.list().map((each) => each.id)).toEqual(["takeNext", "end"]);
    remove();

    expect(registry.list()).toEqual([]);
    expect(changes).toBe(2);
  });

  test("[KY15] shows on a button the key of its own command", () => {
    const registry = createCommandRegistry();
    const answer = aCommand({ id: "queue.answer", keys: ["a"], scope: "queue" });
    registry.add([answer, aCommand({ id: "offer.take", keys: ["a"], scope: "page" })]);

    registry.setShortcuts({ "queue.answer": "y" });

    expect(registry.findKeys({ command: "queue.answer", keys: "a" })).toBe("y");
    expect(registry.findKeys({ command: "offer.take", keys: "a" })).toBe("a");
    expect(registry.findKeys({ keys: "Enter" })).toBe("Enter");
  });

  test("[KY15] shows two swapped keys on their new commands", () => {
    const registry = createCommandRegistry();
    const hold = aCommand({ id: "line.hold", keys: ["F4"], scope: "anywhere" });
    registry.add([hold, aCommand({ id: "line.mute", keys: ["F8"], scope: "anywhere" })]);

    registry.setShortcuts({ "line.hold": "F8", "line.mute": "F4" });

    expect(registry.list().map(({ keyLabel }) => keyLabel)).toEqual(["F8", "F4"]);
    expect(registry.findKeys({ command: "line.hold", keys: "F4" })).toBe("F8");
    registry.setShortcuts({ "line.hold": "F8", "line.mute": "" });
    expect(registry.findKeys({ command: "line.mute", keys: "F8" })).toBeNull();
  });

  test("[KY18] has and shows no single key while single keys are off", () => {
    const registry = createCommandRegistry();
    registry.add([takeNext, line2, keypad]);
    registry.setShortcuts({ keypad: "," });

    registry.setSingleKeys(false);

    expect(registry.list().map(({ keys }) => keys)).toEqual([["F2"], ["Alt+2"], []]);
    expect(registry.findKeys({ command: "keypad", keys: "k" })).toBeNull();
    expect(registry.findKeys({ command: "elsewhere", keys: "k" })).toBeNull();
    expect(registry.findKeys({ command: "takeNext", keys: "F2" })).toBe("F2");
  });

  test("[KY8] binds no key of the browser", () => {
    const taken = ["F1", "F3", "F5", "F6", "F11", "F12"];
    expect(taken.map((key) => chosen(press(key), here()))).toEqual(taken.map(() => null));
  });
});
