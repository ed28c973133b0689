import type { KeyBinding } from "../../lib/key-binding.ts";

type Extra = Pick<KeyBinding, "guarded" | "repeats" | "entersQueue" | "opensFieldMs">;

/** Returns a key that works on the row with the cursor. */
function inQueue(name: string, keys: string | string[], extra: Extra = {}): KeyBinding {
  const command = `queue.${name}`;
  return { command, scope: "queue", group: "queue", keys: [keys].flat(), ...extra };
}

/** Returns a key that works even in a text field. */
function anywhere(command: string, key: string, extra: Extra = {}): KeyBinding {
  return { command, scope: "anywhere", group: "calls", keys: [key], ...extra };
}

/** Returns a key that works only while the person does not type. */
function onPage(command: string, key: string): KeyBinding {
  return { command, scope: "page", group: "calls", keys: [key] };
}

/**
 * Returns the two bindings of a key that acts on the caller of [KY52]. The binding for the queue
 * takes precedence over keys of the page; the other one is for the rest of the page.
 */
function onCaller(name: string, key: string, extra: Extra = {}): readonly [KeyBinding, KeyBinding] {
  const queue = inQueue(name, key, extra);
  const caller = { group: "caller", sameAs: queue.command } as const;
  return [{ ...onPage(`caller.${name}`, key), ...caller, ...extra }, queue];
}

/** The functions that bind the keys of an action, by the place where the keys work. */
export const bindKeys = { inQueue, anywhere, onPage, onCaller };
