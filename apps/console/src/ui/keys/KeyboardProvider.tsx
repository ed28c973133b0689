import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { ReactNode } from "react";

import type { Shortcuts } from "./bind-shortcuts.ts";
import { chooseCommand } from "./choose-command.ts";
import type { KeyContext } from "./choose-command.ts";
import { createCommandRegistry } from "./command-registry.ts";
import type { CommandRegistry } from "./command-registry.ts";
import type { Command, ShownShortcut } from "./command.ts";
import { followFocus, type FocusTrail } from "./focus-trail.ts";
import { HeldKeys } from "./held-keys.ts";
import { isTyping } from "./is-typing.ts";
import { KeyboardLayout, readLayoutTable } from "./keyboard-layout.ts";
import { TypeAhead } from "./type-ahead.ts";
import { TypingMonitor } from "./typing-monitor.ts";

const RegistryContext = createContext<CommandRegistry | null>(null);
const LayoutContext = createContext<KeyboardLayout | null>(null);

/** The region of the queue can have the focus itself, for example after Esc in the search. */
const QUEUE = "[data-keys=queue], [data-region=queue]:focus";

function listen(registry: CommandRegistry, layout: KeyboardLayout): () => void {
  const lastRun = new Map<string, number>();
  const held = new HeldKeys();
  const typing = new TypingMonitor();
  const trail = followFocus();
  const typeAhead = new TypeAhead();
  function contextNow(): KeyContext {
    const now = performance.now();
    return { now, typing: typing.isTyping(now), ...readFocus(), lastRun, layout };
  }
  function handleDown(event: KeyboardEvent) {
    if (event.key === "Meta") {
      held.release(event);
    }
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    const context = contextNow();
    if (event.key === "Escape" && !context.covered) {
      goBack(trail);
    }
    const choice = chooseCommand(registry.list(), event, context);
    if (choice === null) {
      return;
    }
    event.preventDefault();
    if (choice.held) {
      return;
    }
    lastRun.set(choice.command.id, context.now);
    held.press(event, choice.command);
    typeAhead.run(choice.command);
  }
  const listening = new AbortController();
  const { signal } = listening;
  // The listener runs before all others, because some keys never reach the listener of commands.
  const prepare = (event: KeyboardEvent) => {
    layout.note(event);
    typing.note(event);
    typeAhead.handleKey(event);
  };
  window.addEventListener("keydown", prepare, { signal, capture: true });
  window.addEventListener("keydown", handleDown, { signal });
  document.addEventListener("focusin", () => typeAhead.handleFocus(), { signal });
  // The listener runs before all others, so that no card or menu can hide the release of a key.
  window.addEventListener("keyup", (event) => held.release(event), { signal, capture: true });
  window.addEventListener("blur", () => held.forget(), { signal });
  document.addEventListener("visibilitychange", () => held.forget(), { signal });
  return () => {
    trail.close();
    typeAhead.stop();
    listening.abort();
  };
}

function readFocus(): Pick<KeyContext, "inQueue" | "nowhere" | "covered"> {
  const focused = document.activeElement;
  return {
    inQueue: focused !== null && focused.closest(QUEUE) !== null,
    nowhere: focused === null || focused === document.body,
    covered: document.querySelector("[data-covers]") !== null,
  };
}

function goBack(trail: FocusTrail): void {
  const focused = document.activeElement;
  if (!trail.goBack() && isTyping(focused) && focused instanceof HTMLElement) {
    focused.blur();
  }
}

/**
 * Runs the commands of the pressed keys, for the whole page. Components below it register their
 * commands with `useCommands`.
 */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createCommandRegistry(), []);
  const layout = useMemo(() => new KeyboardLayout(), []);
  useEffect(() => listen(registry, layout), [registry, layout]);
  useEffect(() => {
    void readLayoutTable(navigator).then((table) => layout.learn(table));
  }, [layout]);
  return (
    <LayoutContext value={layout}>
      <RegistryContext value={registry}>{children}</RegistryContext>
    </LayoutContext>
  );
}

function useRegistry(): CommandRegistry {
  const registry = use(RegistryContext);
  if (registry === null) {
    throw new Error("a component with keys needs a KeyboardProvider above it");
  }
  return registry;
}

export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.add(commands), [registry, commands]);
}

export function useCommandList(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.onChange, registry.list);
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const registry = useRegistry();
  useEffect(() => registry.setShortcuts(shortcuts), [registry, shortcuts]);
}

export function useSingleKeys(on: boolean): void {
  const registry = useRegistry();
  useEffect(() => registry.setSingleKeys(on), [registry, on]);
}

export function useDefaultCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.onChange, registry.defaults);
}

/** Returns the key that is shown on a button; `null` when no key works. */
export function useShownKeys(shortcut: ShownShortcut | undefined): string | null {
  const registry = use(RegistryContext);
  return useSyncExternalStore(registry?.onChange ?? neverChanges, () =>
    shortcut === undefined ? null : registry === null ? shortcut.keys : registry.findKeys(shortcut),
  );
}

export function useKeyboardLayout(): KeyboardLayout | null {
  return use(LayoutContext);
}

const noLabels: ReadonlyMap<string, string> = new Map();

/**
 * Returns the letters that a layout without Latin letters types, by the Latin letter of the key.
 */
export function useForeignLetters(): ReadonlyMap<string, string> {
  const layout = use(LayoutContext);
  return useSyncExternalStore(
    useCallback((changed) => layout?.onChange(changed) ?? neverChanges(), [layout]),
    () => layout?.labels ?? noLabels,
  );
}

function neverChanges() {
  return () => undefined;
}
