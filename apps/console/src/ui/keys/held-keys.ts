import type { Command } from "./command.ts";

const MODIFIERS = ["Control", "Alt", "Shift", "Meta"];

interface HeldKey {
  command: Command;
  modifiers: string[];
}

export class HeldKeys {
  readonly #held = new Map<string, HeldKey>();

  press(event: Pick<KeyboardEvent, "code" | "getModifierState">, command: Command): void {
    if (command.release === undefined) {
      return;
    }
    const modifiers = MODIFIERS.filter((modifier) => event.getModifierState(modifier));
    this.#held.set(event.code, { command, modifiers });
  }

  release({ key, code }: Pick<KeyboardEvent, "key" | "code">): void {
    for (const [down, { command, modifiers }] of this.#held) {
      // macOS does not report that a key goes up while Cmd is down.
      if (down === code || modifiers.includes(key) || key === "Meta") {
        this.#held.delete(down);
        command.release?.();
      }
    }
  }

  /** Forgets the held keys when this page would not notice their release. */
  forget(): void {
    this.#held.clear();
  }
}
