import type { KeyBinding } from "../../lib/key-binding.ts";

const sheet: KeyBinding = {
  command: "app.sheet",
  scope: "page",
  group: "panels",
  keys: ["?"],
};

function toRegion(name: string, arrow: string, more: Partial<KeyBinding> = {}): KeyBinding {
  const keys = [`Control+Shift+Arrow${arrow}`];
  return { command: `region.${name}`, scope: "anywhere", group: "panels", keys, ...more };
}

const DOWN = "Ctrl Shift ↓";
const UP = "Ctrl Shift ↑";

/**
 * The keys of the page itself. Up and Down also work in a field, where Left and Right select words.
 * The sheet lists only Up and Down.
 */
export const pageKeys = {
  sheet: [sheet],
  nextRegion: [
    toRegion("down", "Down"),
    toRegion("right", "Right", { scope: "page", keyLabel: DOWN }),
  ],
  regionBefore: [toRegion("up", "Up"), toRegion("left", "Left", { scope: "page", keyLabel: UP })],
} as const;
