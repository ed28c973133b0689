import type { Page } from "@playwright/test";

/** Presses every key with each modifier. Returns the combinations that a command has handled. */
export function boundKeys(page: Page, focus: "typing" | "page" | "queue"): Promise<string[]> {
  return page.evaluate((where) => {
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    const functions = Array.from({ length: 12 }, (_, index) => `F${index + 1}`);
    const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const others = [...arrows, "Enter", "Delete", ..."?/.,0123456789".split("")];
    const modifiers = {
      "": [],
      Shift: ["shiftKey"],
      Ctrl: ["ctrlKey"],
      Alt: ["altKey"],
      Meta: ["metaKey"],
      "Ctrl+Shift": ["ctrlKey", "shiftKey"],
    };
    const bound: string[] = [];
    for (const plain of [...letters, ...functions, ...others]) {
      for (const [modifier, flags] of Object.entries(modifiers)) {
        const key = modifier === "Shift" ? plain.replace(/^[a-z]$/, (a) => a.toUpperCase()) : plain;
        (document.activeElement as HTMLElement | null)?.blur();
        // A key that opens a panel keeps the next letters for the panel's field, until Esc.
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        const focused = {
          typing: "input[data-1p-ignore]",
          page: "footer button",
          queue: "[data-row]",
        }[where];
        document.querySelector<HTMLElement>(focused)?.focus();
        const held = Object.fromEntries(flags.map((flag) => [flag, true]));
        const press = { key, bubbles: true, cancelable: true, ...held };
        const event = new KeyboardEvent("keydown", press);
        (document.activeElement ?? document.body).dispatchEvent(event);
        if (event.defaultPrevented) {
          bound.push(modifier === "" ? key : `${modifier}+${key}`);
        }
      }
    }
    // Some keyboards type a sign or a digit only with Shift, so both presses count as one key.
    return [...new Set(bound.map((key) => key.replace(/Shift\+([^A-Za-z])$/, "$1")))].sort();
  }, focus);
}
