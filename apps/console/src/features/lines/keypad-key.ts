import type { PanelKeys } from "../../lib/key-binding.ts";

/** The keypad is a panel; the line card has a button for it too. */
export const KEYPAD_PANEL = "keypad";
export const KEYPAD_KEY: PanelKeys = { keys: ["k"] };
